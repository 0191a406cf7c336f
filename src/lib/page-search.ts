import * as z from 'zod/mini'

/**
 * Which part of a list an address means; what makes no sense is as if it were not there. Only for what routes read
 * themselves: what a lazily loaded screen reads as well becomes a file of its own, and a request of every first visit.
 */
export const pageSearch = {
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  size: z._default(z.catch(z.int().check(z.gte(1), z.lte(100)), 25), 25),
}

/** Defaults that the URL of a list leaves out. */
export const pageDefaults = { page: 1, size: 25 } as const

/** The state of a list with a search and these sorts in its URL; filters are added to it. */
export const listSearch = <const Sort extends string>(sorts: readonly [Sort, ...Sort[]]) => ({
  ...pageSearch,
  // Digits arrive as a number.
  search: z._default(z.catch(z.coerce.string<string | number>().check(z.maxLength(200)), ''), ''),
  /** In the usual order unless given. */
  sort: optionalOf(z.enum(sorts)),
})

/** Defaults of `listSearch`. */
export const searchDefaults = { ...pageDefaults, search: '' } as const

/** A part of an address that may be missing. */
export const optionalOf = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(z.catch(z.optional(schema), undefined))

/** One value in an address, or several. */
export const anyOf = <Value extends string>(value: z.ZodMiniType<Value>) =>
  optionalOf(z.union([value, z.array(value)]))

/** The lengths of a page that people choose from, in every list. */
export const pageSizes = [25, 50, 100] as const
