import * as z from 'zod/mini'

/** A webhook where Surface X names it next to others; `name` is null where it has none. */
export const WebhookSummary = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  url: z.string(),
  status: z.string(),
  failure_count: z.int(),
})
