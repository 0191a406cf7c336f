import * as z from 'zod/mini'

/** Error body of Surface V1. `message` repeats the first text of `errors`. */
export const V1Error = z.object({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.array(z.string()))),
})
export type V1Error = z.infer<typeof V1Error>

/** Error body of Surfaces B and X. `details` is keyed by the request's own names. */
export const BError = z.object({
  error: z.object({
    message: z.string(),
    code: z.string(),
    details: z.optional(z.record(z.string(), z.string())),
  }),
  timestamp: z.string(),
})
export type BError = z.infer<typeof BError>

/** A datetime on the wire: ISO 8601 in UTC. The service writes six fractional digits. */
export const Datetime = z.string()

/**
 * An id in a path: a positive safe integer in plain decimal. Anything else names no record, so the service answers it
 * with 404, the same as an absent id.
 */
export const Id = z.pipe(
  z.string().check(z.regex(/^[1-9][0-9]{0,15}$/)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.int().check(z.gte(1)),
  ),
)

/** The path parameters of an endpoint about one record. */
export const idParams = z.object({ id: Id })

/** A whole number in a body, both ends included. */
export const whole = (name: string, least: number, most: number) => {
  const message = `${name} must be between ${least} and ${most}`
  return z.int(message).check(z.gte(least, message), z.lte(most, message))
}

const wholeNumber = (name: string, low: number, high: number | undefined) => {
  const message =
    high === undefined
      ? `${name} must be a whole number, ${low} or more`
      : `${name} must be between ${low} and ${high}`
  return z.pipe(
    z.string(message).check(z.regex(/^[0-9]{1,9}$/, message)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      z.int().check(z.gte(low, message), z.lte(high ?? 999_999_999, message)),
    ),
  )
}

/** Paging of Surface B: `page` from 1, `limit` 1 to 100. Query values arrive as text. */
export const pageB = {
  page: z.optional(wholeNumber('page', 1, undefined)),
  limit: z.optional(wholeNumber('limit', 1, 100)),
}

/** How many rows a page has unless the request says so, on all surfaces. */
export const defaultPageSize = 25

/** `meta` of a Surface B list. Absent where a service answers with the whole list. */
export const MetaB = z.object({ total: z.int(), page: z.int(), limit: z.int() })
export type MetaB = z.infer<typeof MetaB>

/** Paging of Surface V1: `page` from 1, `per_page` 1 to 100, default 25. */
export const pageV1 = {
  page: z.optional(wholeNumber('page', 1, undefined)),
  per_page: z.optional(wholeNumber('per_page', 1, 100)),
}

/** `meta` of a Surface V1 list. `last_page` is at least 1. */
export const MetaV1 = z.object({
  current_page: z.int(),
  last_page: z.int(),
  per_page: z.int(),
  total: z.int(),
})
export type MetaV1 = z.infer<typeof MetaV1>

/** `links` of a Surface V1 list: absolute URLs, null where there is no such page. */
export const LinksV1 = z.object({
  first: z.nullable(z.string()),
  last: z.nullable(z.string()),
  prev: z.nullable(z.string()),
  next: z.nullable(z.string()),
})
export type LinksV1 = z.infer<typeof LinksV1>

/** The envelope of a Surface V1 list. */
export const pagedV1 = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ data: z.array(row), meta: MetaV1, links: LinksV1 })
