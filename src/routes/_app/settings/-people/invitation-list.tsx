import { Badge, Text } from '@mantine/core'
import { IconBan, IconLink } from '@tabler/icons-react'
import { useState } from 'react'

import { people } from '#api/people.ts'
import type { Invitation, NewInvitation } from '#contract/access/people.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { roleName } from '#lib/role-name.ts'

import { LinkDialog, confirmEmailed } from './link-dialog.tsx'

import classes from './people-list.module.css'

/** Who is invited and hasn't joined yet. */
export function InvitationList({ invitations }: { invitations: readonly Invitation[] }) {
  const [open, setOpen] = useState<{ dialog: 'renew' | 'revoke'; invitation: Invitation }>()
  const close = () => setOpen(undefined)
  return (
    <SectionCard title="Invitations" description="A link works once, for seven days." isFlush>
      <ul className={classes['list']}>
        {invitations.map((invitation) => (
          <li key={invitation.id} className={classes['row']} data-plain>
            <div className={classes['who']}>
              <div className={classes['name']}>
                <span dir="auto">{invitation.email}</span>
                {invitation.is_expired && (
                  <Badge size="sm" color="yellow">
                    Expired
                  </Badge>
                )}
              </div>
              <div className={classes['detail']}>
                {invitation.is_emailed ? 'Emailed' : 'Link created'} by {invitation.invited_by}
              </div>
            </div>
            <div className={classes['seen']}>
              {invitation.is_expired ? 'Expired ' : 'Expires '}
              <RelativeTime datetime={invitation.expires_at} />
            </div>
            <div className={classes['role']}>{roleName(invitation.role)}</div>
            <div className={classes['actions']}>
              {invitation.is_editable && (
                <RecordMenu name={invitation.email}>
                  <RecordMenuItem icon={IconLink} onClick={() => setOpen({ dialog: 'renew', invitation })}>
                    New link
                  </RecordMenuItem>
                  <RecordMenuItem
                    icon={IconBan}
                    isDestructive
                    onClick={() => setOpen({ dialog: 'revoke', invitation })}
                  >
                    Revoke
                  </RecordMenuItem>
                </RecordMenu>
              )}
            </div>
          </li>
        ))}
      </ul>
      {open?.dialog === 'renew' && <RenewDialog invitation={open.invitation} onClose={close} />}
      {open?.dialog === 'revoke' && <RevokeDialog invitation={open.invitation} onClose={close} />}
    </SectionCard>
  )
}

/** Asks before the link of an invitation stops working. */
function RevokeDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const request = useSingleFlightMutation(people.revoke(invitation.id))
  const revoke = () =>
    request.mutate(undefined, {
      onSuccess: () => {
        onClose()
        void toast.success('Invitation revoked')
      },
    })
  return (
    <ConfirmDialog
      title="Revoke this invitation?"
      action="Revoke"
      request={request}
      onConfirm={revoke}
      onClose={onClose}
    >
      The link that {invitation.email} has stops working.
    </ConfirmDialog>
  )
}

/** Replaces the link of an invitation, and shows the new one once where it wasn't emailed. */
function RenewDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) {
  const [created, setCreated] = useState<NewInvitation>()
  const request = useSingleFlightMutation(people.renew(invitation.id))
  if (created?.link != null)
    return (
      <LinkDialog
        invitation={created.invitation}
        link={created.link}
        problem={created.problem}
        onClose={onClose}
      />
    )
  const renew = () =>
    request.mutate(undefined, {
      onSuccess: (renewed) => {
        if (renewed.link === null) {
          onClose()
          confirmEmailed(renewed.invitation)
        } else setCreated(renewed)
        request.reset()
      },
    })
  return (
    <FormDialog
      title="Create a new link?"
      action="Create new link"
      request={request}
      onSubmit={renew}
      onClose={onClose}
    >
      <Text size="sm">
        The link that {invitation.email} has stops working, and the new one works for seven days.
      </Text>
    </FormDialog>
  )
}
