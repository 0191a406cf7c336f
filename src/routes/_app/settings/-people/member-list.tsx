import { Badge, Text } from '@mantine/core'
import { IconShieldOff, IconUserCog, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'

import { people } from '#api/people.ts'
import { twoFactor } from '#api/two-factor.ts'
import type { Member } from '#contract/access/people.ts'
import { type Role, roles as knownRoles } from '#contract/access/session.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts, toast } from '#kit/toast.ts'
import { roleName } from '#lib/role-name.ts'

import { RoleChoice } from './role-choice.tsx'

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
                <RecordMenu name={member.name}>
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
                </RecordMenu>
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

/** Asks before the second factor of someone who lost their phone is turned off. */
function ResetDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const request = useSingleFlightMutation(twoFactor.reset(member.id))
  const reset = () =>
    request.mutate(undefined, {
      onSuccess: () => {
        onClose()
        void toast.success(`Two-factor authentication of ${member.name} is off`)
      },
    })
  return (
    <ConfirmDialog
      title={`Reset two-factor authentication of ${member.name}?`}
      action="Reset"
      request={request}
      onConfirm={reset}
      onClose={onClose}
    >
      For someone who lost their phone and their recovery codes. {member.name} is signed out everywhere and
      signs in with the password alone, until they turn it on again. Make sure that it’s really {member.name}{' '}
      who asked you.
    </ConfirmDialog>
  )
}

interface RemoveDialogProps {
  member: Member
  account: string
  onClose: () => void
}

/** Asks before someone loses access. */
function RemoveDialog({ member, account, onClose }: RemoveDialogProps) {
  const request = useSingleFlightMutation(people.remove(member.id))
  const remove = () =>
    request.mutate(undefined, {
      onSuccess: () => {
        onClose()
        void toast.success(`${member.name} removed`)
      },
    })
  return (
    <ConfirmDialog
      title={`Remove ${member.name}?`}
      action="Remove"
      request={request}
      onConfirm={remove}
      onClose={onClose}
    >
      {member.name} loses access to {account} immediately, and invitations they sent stop working. What they
      did stays. To come back, they need a new invitation.
    </ConfirmDialog>
  )
}

interface RoleDialogProps {
  member: Member
  roles: readonly string[]
  onClose: () => void
}

/** Changes the role of a member. */
function RoleDialog({ member, roles, onClose }: RoleDialogProps) {
  const [role, setRole] = useState<Role>(knownRoles.find((one) => one === member.role) ?? 'viewer')
  const request = useSingleFlightMutation(people.changeRole(member.id))
  const save = () =>
    request.mutate(role, {
      onSuccess: () => {
        onClose()
        void toast.success(`${member.name} is now ${roleName(role).toLowerCase()}`)
      },
    })
  return (
    <FormDialog
      title={`Change the role of ${member.name}`}
      action="Change role"
      isDisabled={role === member.role}
      request={request}
      onSubmit={save}
      onClose={onClose}
    >
      <RoleChoice roles={roles} value={role} onChange={setRole} />
      <Text size="sm" c="dimmed">
        It takes effect immediately, also where they’re signed in.
      </Text>
    </FormDialog>
  )
}
