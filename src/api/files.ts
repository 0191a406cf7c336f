import { queryOptions } from '@tanstack/react-query'

import { ApiError } from './errors.ts'

/** A stored file as the dashboard reads it. `url` is of our own origin. */
export const files = {
  /** Size in bytes; null where the response doesn't say. */
  size: (url: string) =>
    queryOptions({
      queryKey: ['files', 'size', url] as const,
      queryFn: async ({ signal }) => {
        const response = await fetch(url, { method: 'HEAD', signal })
        const length = response.ok ? response.headers.get('content-length') : null
        return length === null ? null : Number(length)
      },
      staleTime: Infinity,
      retry: false,
    }),
  /** The bytes of a PDF, to be shown. Rejects where they are something else. */
  pdf: (url: string) =>
    queryOptions({
      queryKey: ['files', 'pdf', url] as const,
      queryFn: async ({ signal }) => {
        const response = await fetch(url, { signal })
        const bytes = response.ok ? await response.arrayBuffer() : new ArrayBuffer()
        // Never anything that a browser would run, whatever the file is called.
        const head = new TextDecoder().decode(bytes.slice(0, 5))
        if (head !== '%PDF-') throw new ApiError('broken', 'This PDF can’t be shown')
        return new Blob([bytes], { type: 'application/pdf' })
      },
      staleTime: Infinity,
      gcTime: 0,
      retry: false,
    }),
}
