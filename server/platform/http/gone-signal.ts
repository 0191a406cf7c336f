import type { FastifyReply } from 'fastify'

/** Returns a signal that aborts when the client disconnects, or has the whole answer. */
export function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  raw.once('close', () => gone.abort())
  return gone.signal
}
