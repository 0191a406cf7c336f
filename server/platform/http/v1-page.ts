import type { FastifyRequest } from 'fastify'

import { type LinksV1, type MetaV1, defaultPageSize } from '#contract/wire/surface.ts'

/** The requested page of a Surface V1 list. */
export interface PageRequest {
  readonly page: number
  readonly limit: number
  readonly offset: number
}

/** Returns the page that the parameters of a Surface V1 list ask for; the first one, of 25 rows, unless they say so. */
export function toPageRequest({
  page = 1,
  per_page: limit = defaultPageSize,
}: {
  page?: number | undefined
  per_page?: number | undefined
}): PageRequest {
  return { page, limit, offset: (page - 1) * limit }
}

interface Found<Row> {
  readonly rows: Row[]
  readonly total: number
  readonly pageRequest: PageRequest
}

/**
 * The envelope of a Surface V1 list. Links begin with our own address, never with what the Host header says, and keep
 * the query. Beyond the last page there is nothing, and `prev` leads back to the last one.
 */
export function v1Page<Row>(
  { rows, total, pageRequest }: Found<Row>,
  request: FastifyRequest,
  address: string,
): { data: Row[]; meta: MetaV1; links: LinksV1 } {
  const { page, limit } = pageRequest
  const last = Math.max(1, Math.ceil(total / limit))
  const link = (to: number) => {
    const query = new URLSearchParams(request.url.split('?').slice(1).join('?'))
    query.set('page', String(to))
    return `${address}?${query}`
  }
  return {
    data: rows,
    meta: { current_page: page, last_page: last, per_page: limit, total },
    links: {
      first: link(1),
      last: link(last),
      prev: page > 1 ? link(Math.min(page - 1, last)) : null,
      next: page < last ? link(page + 1) : null,
    },
  }
}
