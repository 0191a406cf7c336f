import * as z from 'zod/mini'

/** A webhook where Surface X names it next to others; `name` is null where it has none. */
export const WebhookSummary = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  url: z.string(),
  status: z.string(),
  failure_count: z.int(),
})

/** From this many failed attempts in a row an active endpoint is failing: a single one is mostly over by its first retry. */
export const failingFrom = 2
