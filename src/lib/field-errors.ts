import type * as z from 'zod/mini'

/** Returns what is wrong with a form's values, by field: the first message of each, in the words of the contract. */
export function fieldErrors(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const parsed = schema.safeParse(values)
  if (parsed.success) return {}
  const errors: Record<string, string> = {}
  for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message
  return errors
}
