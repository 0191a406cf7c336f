import * as z from 'zod/mini'

import { WebhookConfig } from '#contract/webhooks/config.ts'
import { jsonIn } from '#server/platform/lib/json.ts'

const Headers = z.record(z.string(), z.string())
// Perhaps stored under earlier rules: names and values that are rejected today are handled when sending.
const StoredConfig = z.extend(WebhookConfig, { headers: z.optional(Headers) })
const Events = z.array(z.string())

/** Returns an endpoint's stored `config`, or undefined if it can't be read: such an endpoint gets nothing. */
export const configIn = (text: string | null): WebhookConfig | undefined =>
  text === null ? {} : StoredConfig.safeParse(jsonIn(text)).data

/** Returns the events that an endpoint subscribes to, or undefined if they can't be read. */
export const eventsIn = (text: string): string[] | undefined => Events.safeParse(jsonIn(text)).data

/** Returns stored headers, or undefined if they are damaged. */
export const headersIn = (text: string): Record<string, string> | undefined =>
  Headers.safeParse(jsonIn(text)).data
