import type * as z from 'zod/mini'

import type { Endpoint } from '#contract/wire/endpoint.ts'

import { type Input, callUnread } from './client.ts'
import { ApiError } from './errors.ts'
import { readRepaired } from './read-repaired.ts'

/** A row that the service sent in a form we don’t know, by its id where it has one. */
export interface UnreadableRow {
  readonly id: number | null
  /** How many rows that can be read come before it in what the service sent. */
  readonly at: number
}

/** How a service cut its list; what it doesn’t say is undefined. */
export interface Cut {
  readonly total: number
  readonly page: number | undefined
  readonly size: number | undefined
}

/** The rows of a list, each read for itself, so that one of them can’t break the others. */
export interface Rows<Row> {
  readonly rows: readonly Row[]
  readonly unreadable: readonly UnreadableRow[]
  /** Undefined where the service says nothing about it, so where these are all rows. */
  readonly cut: Cut | undefined
}

/** Calls an endpoint of Surface V1 or B that lists something, and reads its rows one by one. */
export async function callRows<Row extends z.ZodMiniType>(
  endpoint: Endpoint,
  row: Row,
  input: Input<Endpoint>,
  signal?: AbortSignal,
): Promise<Rows<z.output<Row>>> {
  const body = await callUnread(endpoint, input, signal)
  const { data, meta } = (Array.isArray(body) ? { data: body } : (body ?? {})) as Record<string, unknown>
  const isNone = data === null || (typeof data === 'object' && Object.keys(data).length === 0)
  if (!Array.isArray(data) && !isNone) throw new ApiError('broken', 'Unexpected response from the server')
  const rows: z.output<Row>[] = []
  const unreadable: UnreadableRow[] = []
  for (const sent of Array.isArray(data) ? data : []) {
    const asSent = row.safeParse(sent)
    // 100,000 rows don't wait for each other: only the first that doesn't fit does, for what repairs it.
    const read = asSent.success ? asSent.data : await readRepaired(row, sent)
    if (read === undefined) unreadable.push({ id: idOf(sent), at: rows.length })
    else rows.push(read)
  }
  return { rows, unreadable, cut: cutOf(meta) }
}

function idOf(sent: unknown): number | null {
  return wholeNumber((sent as { id?: unknown } | null)?.id) ?? null
}

/** Both surfaces in one: `page` and `limit` are B’s names, `current_page` and `per_page` those of V1. */
function cutOf(meta: unknown): Cut | undefined {
  const { total, page, limit, current_page, per_page } = (meta ?? {}) as Record<string, unknown>
  const count = wholeNumber(total)
  if (count === undefined) return undefined
  return { total: count, page: wholeNumber(page ?? current_page), size: wholeNumber(limit ?? per_page) }
}

function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}
