import { queryOptions } from '@tanstack/react-query'

import { showApiDocument, showExtensionsDocument } from '#contract/wire/api-reference.ts'

import { call } from './client.ts'
import type { ReferencePart } from './reference-parts.ts'

/** The descriptions of the API. They change with the service's version only. */
export const apiReference = {
  part: (part: ReferencePart) =>
    queryOptions({
      queryKey: ['api-reference', part] as const,
      queryFn: ({ signal }) => call(part === 'api' ? showApiDocument : showExtensionsDocument, {}, signal),
      staleTime: Infinity,
    }),
}
