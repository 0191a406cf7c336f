import {
  type Credential,
  type CredentialKind,
  type Grantable,
  NewCredential,
  usualRateLimit,
} from '#contract/access/credentials.ts'

/** A credential as a form edits it. */
export interface CredentialValues {
  kind: CredentialKind
  name: string
  abilities: string[]
  /** In requests a minute, as it is typed. */
  rate_limit: string
  /** `YYYY-MM-DD`, or empty for never. */
  expires_on: string
}

export const emptyCredential = (): CredentialValues => ({
  kind: 'key',
  name: '',
  abilities: [],
  rate_limit: String(usualRateLimit.key),
  expires_on: '',
})

/** Returns a credential as the form edits it. */
export const credentialValues = (credential: Credential): CredentialValues => ({
  kind: credential.kind,
  name: credential.name,
  abilities: [...credential.abilities],
  rate_limit: String(credential.rate_limit),
  expires_on: credential.expires_on ?? '',
})

/**
 * Returns the values with another kind. A rate limit that nobody changed becomes the usual one of that kind; what can't be
 * granted to it stays chosen, for when the person changes their mind.
 */
export const withKind = (values: CredentialValues, kind: CredentialKind): CredentialValues => ({
  ...values,
  kind,
  rate_limit:
    values.rate_limit === String(usualRateLimit[values.kind])
      ? String(usualRateLimit[kind])
      : values.rate_limit,
})

/** Returns what saving the form sends; a number that isn't one is NaN. */
export const credentialInput = (values: CredentialValues, grantable: Grantable): NewCredential => ({
  kind: values.kind,
  name: values.name.trim(),
  abilities: grantable[values.kind].filter((ability) => values.abilities.includes(ability)),
  rate_limit: /^\d{1,9}$/.test(values.rate_limit.trim()) ? Number(values.rate_limit) : Number.NaN,
  expires_on: values.expires_on || null,
})

/** Lists what is wrong with the form, as the path of an input and a message. */
export function* credentialProblems(
  values: CredentialValues,
  grantable: Grantable,
): Generator<readonly [path: string, message: string]> {
  const input = credentialInput(values, grantable)
  for (const { path, message } of NewCredential.safeParse(input).error?.issues ?? [])
    yield [String(path[0]), message]
  if (values.kind === 'token' && input.abilities.length === 0)
    yield ['abilities', 'Choose at least one permission']
}

const inputs = new Set(Object.keys(emptyCredential()))

/** Returns the input that a name of the request belongs to; undefined when the form has no such input. */
export const credentialPathOf = (name: string): keyof CredentialValues | undefined => {
  const [head = ''] = name.split('.')
  return inputs.has(head) ? (head as keyof CredentialValues) : undefined
}
