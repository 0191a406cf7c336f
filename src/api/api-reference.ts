import { queryOptions } from '@tanstack/react-query'

import { showApiDocument, showExtensionsDocument } from '#contract/api-reference.ts'

import { call } from './client.ts'

/** The parts of the reference: what the specification has, and what this service adds. */
export const referenceParts = ['api', 'extensions'] as const
export type ReferencePart = (typeof referenceParts)[number]

/** The descriptions of the API. They change with the service's version only. */
export const apiReference = {
  part: (part: ReferencePart) =>
    queryOptions({
      queryKey: ['api-reference', part] as const,
      queryFn: ({ signal }) => call(part === 'api' ? showApiDocument : showExtensionsDocument, {}, signal),
      staleTime: Infinity,
    }),
}
