import * as z from 'zod/mini'

/** How many rows of a list an address may ask for at once. */
export const pageSize = z.int().check(z.gte(1), z.lte(100))

/** What people choose from where the service cuts its pages in any length. */
export const pageSizes = [10, 25, 50, 100] as const

/** Which part of a list an address means; what makes no sense is as if it were not there. */
export const pageSearch = {
  page: z._default(z.catch(z.int().check(z.gte(1)), 1), 1),
  size: z._default(z.catch(pageSize, 25), 25),
}

export const pageDefaults = { page: 1, size: 25 } as const

/** A text in an address. What looks like a number or a boolean there arrives as one. */
export const textSearch = z._default(z.catch(z.coerce.string<string | number | boolean>(), ''), '')

/** The number of a row in an address. */
export const idSearch = z.optional(z.catch(z.optional(z.int().check(z.gte(1))), undefined))
