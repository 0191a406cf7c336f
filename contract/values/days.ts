import * as z from 'zod/mini'

/** A day in a body, YYYY-MM-DD. */
export const day = (name: string) => z.iso.date(`${name} must be a date (YYYY-MM-DD)`)

/** The same, or null for none. */
export const dayOrNull = (name: string) =>
  z.nullable(z.iso.date(`${name} must be a date (YYYY-MM-DD) or null`))
