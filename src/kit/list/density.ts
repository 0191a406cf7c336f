import { useLocalStorage } from '@mantine/hooks'

/** How tall the rows of lists can be. */
export const densities = ['comfortable', 'compact'] as const
/** One of the `densities`. */
export type Density = (typeof densities)[number]

/** The densities as people read them. */
export const densityNames: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' }

/** Height of a table's rows in pixels. */
export const rowHeightPx = { comfortable: 40, compact: 34 } as const

/** Returns how tall the rows of every list are in this browser, and the way to change that. */
export function useDensity() {
  return useLocalStorage<Density>({
    key: 'bureau.density',
    defaultValue: 'comfortable',
    getInitialValueInEffect: false,
    serialize: (density) => density,
    deserialize: (stored) => densities.find((density) => density === stored) ?? 'comfortable',
  })
}
