import type { ConnectionSettings } from './connections.ts'
import { type Upstream, UpstreamFailure } from './upstream.ts'

/** A problem with a connection, and the setting that causes it. */
export interface ConnectionProblem {
  readonly setting: 'baseUrl' | 'token' | 'key'
  /** A sentence without the address and without a closing period. */
  readonly text: string
}

const silentMs = 10_000
const longestBody = 256 * 1024

/** Asks a service once with each credential. Returns what is wrong, or undefined if it answers as the specification says. */
export async function probe(
  upstream: Upstream,
  { baseUrl, token, key }: ConnectionSettings,
): Promise<ConnectionProblem | undefined> {
  return (
    (await ask(upstream, `${baseUrl}/api/custom-fields`, { setting: 'key', credential: key })) ??
    (await ask(upstream, `${baseUrl}/api/v1/contacts?per_page=1`, { setting: 'token', credential: token }))
  )
}

async function ask(
  upstream: Upstream,
  url: string,
  { setting, credential }: { readonly setting: 'token' | 'key'; readonly credential: string },
): Promise<ConnectionProblem | undefined> {
  const atAddress = (text: string) => ({ setting: 'baseUrl', text }) as const
  const { pathname } = new URL(url)
  try {
    const { status, body } = await upstream.send({
      method: 'GET',
      url,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'content-type': 'application/json',
        authorization: `Bearer ${credential}`,
        'user-agent': 'Bureau/1',
      },
      silentMs,
    })
    let text = ''
    for await (const chunk of body.setEncoding('utf8') as AsyncIterable<string>) {
      text += chunk
      if (text.length > longestBody) break
    }
    if (status === 401) return { setting, text: `the service doesn’t accept this ${setting}` }
    // A token may be without some ability, and any caller may have too many requests: both are known to the service.
    if (status === 403 || status === 429) return undefined
    if (status !== 200) return atAddress(`the service responded to ${pathname} with ${status}`)
    return hasRows(text) ? undefined : atAddress(`the service sent something unexpected for ${pathname}`)
  } catch (error) {
    return atAddress(
      error instanceof UpstreamFailure
        ? `the service can’t be reached (${error.message})`
        : `the service broke off its response to ${pathname}`,
    )
  }
}

function hasRows(text: string): boolean {
  // A long list begins like one.
  if (text.length > longestBody) return /^\s*\{/.test(text)
  try {
    const { data } = JSON.parse(text) as { data?: unknown }
    return Array.isArray(data)
  } catch {
    return false
  }
}
