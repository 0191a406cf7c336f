import { Badge } from '@mantine/core'
import { IconShieldOff, IconUserCog, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'

import type { Member } from '#contract/access/people.ts'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { RecordMenuItem, RowMenu } from '#kit/record-menu.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { prepareToasts } from '#kit/toast.ts'
import { roleName } from '#lib/role-name.ts'

import { RemoveDialog } from './remove-dialog.tsx'
import { ResetDialog } from './reset-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'

import classes from './people-list.module.css'

prepareToasts()

interface Props {
  members: readonly Member[]
  /** The roles that can be granted. */
  roles: readonly string[]
  /** The id of the signed-in person. */
  me: number
  account: string
}

/** Everyone who can sign in, with what may be done about them. */
export function MemberList({ members, roles, me, account }: Props) {
  const [open, setOpen] = useState<{ dialog: 'role' | 'remove' | 'reset'; member: Member }>()
  const close = () => setOpen(undefined)
  return (
    <SectionCard title="Members" isFlush>
      <ul className={classes['list']}>
        {members.map((member) => (
          <li key={member.id} className={classes['row']}>
            <PersonAvatar name={member.name} src={member.photo ?? null} size={32} />
            <div className={classes['who']}>
              <div className={classes['name']}>
                <span dir="auto">{member.name}</span>
                {member.user_id === me && <Badge size="sm">You</Badge>}
                {member.has_two_factor !== undefined && (
                  <Badge size="sm" color={member.has_two_factor ? 'green' : 'gray'}>
                    {member.has_two_factor ? '2FA on' : '2FA off'}
                  </Badge>
                )}
              </div>
              <div className={classes['detail']} dir="auto">
                {member.email}
              </div>
            </div>
            <div className={classes['seen']}>
              {member.last_seen_at === null ? (
                'Not seen yet'
              ) : (
                <>
                  Last seen <RelativeTime datetime={member.last_seen_at} />
                </>
              )}
            </div>
            <div className={classes['role']}>{roleName(member.role)}</div>
            <div className={classes['actions']}>
              {member.is_editable && member.user_id !== me && (
                <RowMenu width={member.has_two_factor ? 260 : 180} name={member.name}>
                  <RecordMenuItem icon={IconUserCog} onClick={() => setOpen({ dialog: 'role', member })}>
                    Change role
                  </RecordMenuItem>
                  {member.has_two_factor && (
                    <RecordMenuItem icon={IconShieldOff} onClick={() => setOpen({ dialog: 'reset', member })}>
                      Reset two-factor authentication
                    </RecordMenuItem>
                  )}
                  <RecordMenuItem
                    icon={IconUserMinus}
                    isDestructive
                    onClick={() => setOpen({ dialog: 'remove', member })}
                  >
                    Remove
                  </RecordMenuItem>
                </RowMenu>
              )}
            </div>
          </li>
        ))}
      </ul>
      {open?.dialog === 'role' && <RoleDialog member={open.member} roles={roles} onClose={close} />}
      {open?.dialog === 'reset' && <ResetDialog member={open.member} onClose={close} />}
      {open?.dialog === 'remove' && <RemoveDialog member={open.member} account={account} onClose={close} />}
    </SectionCard>
  )
}
