import type { Credential } from '#contract/access/credentials.ts'
import { CodeBlock } from '#kit/code-block.tsx'

/** A request to check that the credential works, with its secret in a variable. */
export function TryIt({
  credential: { kind, abilities },
  variable,
}: {
  credential: Credential
  variable: string
}) {
  const v1 = abilities.includes('contacts.view') ? '/api/v1/contacts' : '/api/v1/webhooks'
  const path = kind === 'key' ? '/api/customers?limit=5' : v1
  const code = `curl -H "Authorization: Bearer $${variable}" \\\n  "${window.location.origin}${path}"`
  return <CodeBlock label="Try it" text={code} wraps />
}
