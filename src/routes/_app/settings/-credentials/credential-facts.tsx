import { Code, Text } from '@mantine/core'

import type { Credential } from '#contract/access/credentials.ts'
import { FactList, FactState } from '#kit/facts.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { abilityName } from '#lib/ability-name.ts'
import { dayText } from '#lib/calendar.ts'
import { numberText } from '#lib/locale.ts'

import { secretHint } from './credential-words.tsx'

/** Permissions and facts of a credential. */
export function CredentialFacts({ credential }: { credential: Credential }) {
  const { kind, abilities, rate_limit, expires_on, state } = credential
  const { created_at, created_by, last_used_at, last_used_from, revoked_at } = credential
  return (
    <SectionCard title="Details">
      <FactList>
        <FactState label="Secret">
          <Code>{secretHint(credential)}</Code>
        </FactState>
        <FactState label="Rate limit">{numberText(rate_limit)} requests a minute</FactState>
        <FactState label="Last used">
          {last_used_at === null ? (
            'Never'
          ) : (
            <>
              <RelativeTime datetime={last_used_at} />
              {last_used_from !== null && <> from {last_used_from}</>}
            </>
          )}
        </FactState>
        <FactState label={state === 'expired' ? 'Expired after' : 'Expires'}>
          {expires_on === null ? 'Never' : dayText(expires_on)}
        </FactState>
        <FactState label="Created">
          <RelativeTime datetime={created_at} />
          {created_by !== null && (
            <>
              {' '}
              by <bdi>{created_by}</bdi>
            </>
          )}
        </FactState>
        {revoked_at !== null && (
          <FactState label="Revoked">
            <RelativeTime datetime={revoked_at} />
          </FactState>
        )}
        <FactState label="Permissions" isWide>
          <div>
            {abilities.map(abilityName).join(' · ')}
            {kind === 'key' && (
              <Text size="sm" c="dimmed">
                Every key can read customers, services and invoices, and create and delete customers.
              </Text>
            )}
          </div>
        </FactState>
      </FactList>
    </SectionCard>
  )
}
