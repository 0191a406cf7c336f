import { Badge } from '@mantine/core'
import { IconBan, IconLink } from '@tabler/icons-react'
import { useState } from 'react'

import type { Invitation } from '#contract/access/people.ts'
import { RecordMenuItem, RowMenu } from '#kit/record-menu.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { roleName } from '#lib/role-name.ts'

import { RenewDialog } from './renew-dialog.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'

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
                <RowMenu width={180} name={invitation.email}>
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
                </RowMenu>
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
