import { Readable } from 'node:stream'

import type { FastifyReply } from 'fastify'

import { byteOrderMark, csvLines } from '#contract/values/csv.ts'

/**
 * Sends a CSV file as its rows arrive. It waits for a slow client, and stops reading when the client has gone.
 */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly string[])[]>,
): FastifyReply {
  async function* text() {
    yield byteOrderMark + csvLines([header])
    for await (const rows of batches) if (rows.length > 0) yield csvLines(rows)
  }
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .header('cache-control', 'no-store')
    .send(Readable.from(text(), { highWaterMark: 1 }))
}
