import type * as z from 'zod/mini'

import { fetchPart } from './errors.ts'

/**
 * Reads what another service sent, as `repaired` does, which is fetched when something doesn't fit for the first time: our
 * own service never needs it. Rejects with `ApiError`.
 */
export async function readRepaired<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): Promise<z.output<Schema> | undefined> {
  const asSent = schema.safeParse(value)
  if (asSent.success) return asSent.data
  const { repaired } = await fetchPart(import('./repair.ts'))
  return repaired(schema, value)
}
