import { Button, Stack, Text } from '@mantine/core'

import { twoFactor } from '#api/two-factor.ts'
import type { Member } from '#contract/access/people.ts'
import type { Session } from '#contract/access/session.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { TextLink } from '#kit/link.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { pluralize } from '#lib/pluralize.ts'

interface Props {
  members: readonly Member[]
  session: Session
  isRequired: boolean
}

/** Whether everyone in the account needs two-factor authentication; owners decide. */
export function RequirementCard({ members, session, isRequired }: Props) {
  const { mutate, error, isPending } = useSingleFlightMutation(twoFactor.require())
  const without = members.filter(({ has_two_factor }) => !has_two_factor)
  const isOwner = session.abilities.includes('owners.manage')
  const lacksIt = without.some(({ user_id }) => user_id === session.user.id)
  const change = () =>
    mutate(!isRequired, {
      onSuccess: () =>
        void toast.success(
          isRequired
            ? 'Two-factor authentication is no longer required'
            : 'Two-factor authentication is required from now on',
        ),
    })
  return (
    <SectionCard
      title="Two-factor authentication"
      description={
        isRequired
          ? 'Everyone in this account needs it.'
          : 'Require it, so that a stolen password isn’t enough to get into this account.'
      }
      actions={
        <Button
          variant="default"
          loading={isPending}
          disabled={!isOwner || (!isRequired && lacksIt)}
          onClick={change}
        >
          {isRequired ? 'Stop requiring it' : 'Require for everyone'}
        </Button>
      }
    >
      <Stack gap="xs">
        <Text size="sm">
          {without.length === 0
            ? 'Everyone has turned it on.'
            : `${pluralize(without.length, 'person has', 'people have')} yet to turn it on.${
                isRequired ? '' : ' Once it’s required, they’ll do so before they can see anything else.'
              }`}
        </Text>
        {!isOwner && <NeedsPermission ability="owners.manage" to="change this" />}
        {isOwner && !isRequired && lacksIt && (
          <Text size="sm" c="dimmed">
            First turn it on for yourself under <TextLink to="/settings/security">Security</TextLink>.
          </Text>
        )}
        <InlineProblem error={error} />
      </Stack>
    </SectionCard>
  )
}
