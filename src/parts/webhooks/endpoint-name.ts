import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { hostOf, pathOf } from '#lib/url-parts.ts'

/** A webhook as either surface returns it; only Surface X has names. */
type Endpoint = Pick<Webhook, 'url'> & { readonly name?: unknown }

const givenName = ({ name }: Endpoint): string | undefined =>
  typeof name === 'string' && name !== '' ? name : undefined

/** Returns the host with the path, without a lone slash: `hooks.example.com/bureau`. */
export const addressOf = (url: string): string => hostOf(url) + pathOf(url).replace(/^\/$/, '')

/** Returns what tells an endpoint from the others of its host: its name, or its host and path. */
export const endpointName = (webhook: Endpoint): string => givenName(webhook) ?? addressOf(webhook.url)

/** Returns the two lines of an endpoint in a list: its name above its address, or its host above its path. */
export function endpointLines(webhook: Endpoint): readonly [title: string, detail: string] {
  const name = givenName(webhook)
  if (name !== undefined) return [name, addressOf(webhook.url)]
  return [hostOf(webhook.url), pathOf(webhook.url)]
}
