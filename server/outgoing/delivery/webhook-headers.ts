import { type WebhookConfig, hiddenHeader, isSecretHeader } from '#contract/webhooks/config.ts'
import { invalidInput } from '#server/platform/lib/http-error.ts'
import { type SealKey, openSecret, sealSecret } from '#server/platform/lib/seal.ts'

import { headersIn } from './webhook-config.ts'

type Headers = ReadonlyMap<string, string>

/** The columns in which an endpoint keeps its `config`. */
export interface ConfigColumns {
  /** With `hiddenHeader` in place of every secret value. */
  readonly config: string | null
  readonly headers_sealed: string | null
}

/**
 * Returns the columns of a `config` that was sent, given those it replaces. A hidden value that is sent back keeps the
 * stored one. Throws a 422 if nothing is stored.
 */
export function configColumns(
  key: SealKey,
  config: WebhookConfig | null | undefined,
  before: Pick<ConfigColumns, 'headers_sealed'> = { headers_sealed: null },
): ConfigColumns {
  if (!config) return { config: null, headers_sealed: null }
  const { headers } = config
  if (!headers) return { config: JSON.stringify(config), headers_sealed: null }
  const kept = readable(key, before.headers_sealed)
  const secret: [string, string][] = []
  const shown: [string, string][] = []
  for (const [name, value] of Object.entries(headers)) {
    const isKept = value === hiddenHeader
    const whole = isKept ? kept.get(name.toLowerCase()) : value
    if (whole === undefined) {
      throw invalidInput(
        'VALIDATION_FAILED',
        new Map([[`config.headers.${name}`, ['Enter the value of this header; it isn’t stored']]]),
      )
    }
    const isSecret = isKept || isSecretHeader(name, value)
    if (isSecret) secret.push([name.toLowerCase(), whole])
    shown.push([name, isSecret ? hiddenHeader : value])
  }
  return {
    // From entries, so that a name such as __proto__ stays a plain key.
    config: JSON.stringify({ ...config, headers: Object.fromEntries(shown) }),
    headers_sealed: secret.length > 0 ? sealSecret(key, JSON.stringify(Object.fromEntries(secret))) : null,
  }
}

/** Returns the values of secret headers by their name in lower case. Throws if they can't be read. */
export function openHeaders(key: SealKey, sealed: string | null): Headers {
  if (sealed === null) return new Map()
  const headers = headersIn(openSecret(key, sealed))
  if (!headers) throw new Error('The secret headers of this endpoint can’t be read')
  return new Map(Object.entries(headers))
}

function readable(key: SealKey, sealed: string | null): Headers {
  try {
    return openHeaders(key, sealed)
  } catch {
    // Encrypted with another key: they have to be entered again.
    return new Map()
  }
}
