import { queryOptions } from '@tanstack/react-query'

/** What the service tells of a stored file beside its name. */
export const files = {
  /** Size in bytes; null where the answer does not say. `url` is of our own origin. */
  size: (url: string) =>
    queryOptions({
      queryKey: ['files', 'size', url] as const,
      queryFn: async ({ signal }) => {
        const answer = await fetch(url, { method: 'HEAD', signal })
        const length = answer.ok ? answer.headers.get('content-length') : null
        return length === null ? null : Number(length)
      },
      staleTime: Infinity,
      retry: false,
    }),
}
