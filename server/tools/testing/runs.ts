import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    isDeep: boolean
  }
}

/** Whether this is `npm run test:deep`. */
export const isDeep = inject('isDeep')

/** Returns how often a test tries what chance decides: seldom in `npm test`, often in `npm run test:deep`. */
export const runs = (usual: number, deep: number): number => (isDeep ? deep : usual)
