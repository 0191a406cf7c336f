import { Busboy } from '@fastify/busboy'

import { HttpError } from '#server/platform/lib/http-error.ts'

/** A request with more parts than this is rejected, and the rest isn't parsed. */
export const mostParts = 1000

/** Opens a parser for a body of that content type, with every part as a file. Throws 400 if the boundary is missing. */
export function openParser(contentType: string) {
  const boundary = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;,"]{1,70}))\s*(?:;|$)/i.exec(contentType)
  if (!boundary) throw malformed('The multipart boundary is missing')
  const canonical = `multipart/form-data; boundary="${(boundary[1] ?? boundary[2]) as string}"` // one of the two matched
  return new Busboy({
    headers: { 'content-type': canonical },
    isPartAFile: () => true,
    limits: { parts: mostParts, headerSize: 16 * 1024, headerPairs: 50 },
  })
}

/** The error of a body that can't be read as a whole. */
export function malformed(text = 'Malformed or truncated multipart body'): HttpError {
  return new HttpError('MALFORMED', text, { problems: new Map([['body', [text]]]) })
}
