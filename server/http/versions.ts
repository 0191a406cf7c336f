import type { FastifyReply, FastifyRequest } from 'fastify'

import { HttpError } from './errors.ts'

/** Sends the version of the record in the response as its ETag. */
export function sendVersion(reply: FastifyReply, version: number): void {
  reply.header('etag', `"${version}"`)
}

/** Returns the version that the request's `If-Match` names. Throws 428 if there is none, 412 if it can't be ours. */
export function requireVersion(request: FastifyRequest): number {
  const header = request.headers['if-match']
  if (header === undefined) throw new HttpError('PRECONDITION_REQUIRED')
  const [, version] = /^"([1-9][0-9]{0,8})"$/.exec(header.trim()) ?? []
  if (version === undefined) throw new HttpError('PRECONDITION_FAILED')
  return Number(version)
}
