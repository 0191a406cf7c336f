import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'

import type { TwoFactor } from '#contract/access/two-factor.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { listText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

import { NewCodesDialog } from './new-codes-dialog.tsx'
import { TurnOffDialog } from './turn-off-dialog.tsx'
import { TurnOnDialog } from './turn-on-dialog.tsx'

/** Few enough to make new ones. */
const fewCodes = 3

/** Whether a code is asked for after the password, with what may be done about it. */
export function TwoFactorCard({ email, state }: { email: string; state: TwoFactor }) {
  const [open, setOpen] = useState<'on' | 'off' | 'codes'>()
  const close = () => setOpen(undefined)
  const { is_on, recovery_codes_left: left, required_by } = state
  return (
    <SectionCard
      title="Two-factor authentication"
      description="After your password, Bureau asks for a code from your phone: a stolen password isn’t enough to sign in."
      actions={
        <Badge color={is_on ? 'green' : 'gray'} size="lg">
          {is_on ? 'On' : 'Off'}
        </Badge>
      }
    >
      {is_on ? (
        <>
          <Text size="sm" mb="md" id="two-factor-state">
            {pluralize(left, 'recovery code')} left.
            {left <= fewCodes && ' Create new ones: without them, losing your phone locks you out.'}
            {required_by.length > 0 &&
              ` It can’t be turned off, as ${listText(required_by, 'and')} requires it.`}
          </Text>
          <Group gap="xs">
            <Button variant="default" onClick={() => setOpen('codes')}>
              New recovery codes
            </Button>
            <Button
              variant="default"
              disabled={required_by.length > 0}
              aria-describedby="two-factor-state"
              onClick={() => setOpen('off')}
            >
              Turn off
            </Button>
          </Group>
        </>
      ) : (
        <Button onClick={() => setOpen('on')}>Turn on</Button>
      )}
      {open === 'on' && <TurnOnDialog email={email} onClose={close} />}
      {open === 'off' && <TurnOffDialog email={email} onClose={close} />}
      {open === 'codes' && <NewCodesDialog email={email} onClose={close} />}
    </SectionCard>
  )
}
