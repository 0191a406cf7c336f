import { Button, Stack } from '@mantine/core'
import { IconUserPlus } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'

import { people } from '#api/people.ts'
import { session } from '#api/session.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { pluralize } from '#lib/pluralize.ts'

import { InvitationList } from './-people/invitation-list.tsx'
import { InviteDialog } from './-people/invite-dialog.tsx'
import { MemberList } from './-people/member-list.tsx'
import { RequirementCard } from './-people/requirement-card.tsx'

export const Route = createFileRoute('/_app/settings/people')({
  loader: async ({ context: { queryClient } }) => {
    const { abilities } = await queryClient.ensureQueryData(session.current())
    if (!abilities.includes('members.manage')) return
    await Promise.all([
      queryClient.ensureQueryData(people.members()),
      queryClient.ensureQueryData(people.invitations()),
    ])
  },
  component: People,
})

/** Who works in the account, and who is invited. */
function People() {
  const { data: current } = useSuspenseQuery(session.current())
  const {
    data: { data: members, grantable_roles: roles, requires_two_factor: isRequired },
  } = useSuspenseQuery(people.members())
  const { data: invitations } = useSuspenseQuery(people.invitations())
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <PageHeader
        title="People"
        subtitle={`${pluralize(members.length, 'person', 'people')} can sign in to ${current.account.name}`}
        actions={
          <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={() => setIsInviting(true)}>
            Invite people
          </Button>
        }
      />
      <Stack gap="md">
        <MemberList members={members} roles={roles} me={current.user.id} account={current.account.name} />
        {isRequired !== undefined && (
          <RequirementCard members={members} session={current} isRequired={isRequired} />
        )}
        {invitations.length > 0 && <InvitationList invitations={invitations} />}
      </Stack>
      {isInviting && <InviteDialog roles={roles} onClose={() => setIsInviting(false)} />}
    </>
  )
}
