import { Switch } from '@mantine/core'

import type { Session } from '#contract/access/session.ts'
import type { NotificationKind } from '#contract/account/notification-kinds.ts'
import type { SavedSettings } from '#contract/account/notifications.ts'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { SectionCard } from '#kit/section-card.tsx'

import classes from './channel-table.module.css'

type Kind = SavedSettings['kinds'][number]

interface Props {
  session: Session
  settings: SavedSettings
  onChange: (kinds: Kind[]) => void
}

interface Words {
  readonly label: string
  readonly description: string
  /** The end of “You need the … permission to”. */
  readonly to: string
}

const words: Record<NotificationKind, Words> = {
  'proposal.answered': {
    label: 'Proposals answered',
    description: 'A customer accepts or declines a proposal.',
    to: 'see proposals.',
  },
  'contract.answered': {
    label: 'Contracts answered',
    description: 'A customer signs or declines a contract.',
    to: 'see contracts.',
  },
  'document.viewed': {
    label: 'Documents opened',
    description: 'A customer opens an invoice, a proposal or a contract for the first time.',
    to: 'see proposals.',
  },
  'invoice.paid': {
    label: 'Invoices paid',
    description: 'An invoice is paid, unless you recorded it yourself.',
    to: 'see invoices.',
  },
  'meeting.changed': {
    label: 'Meetings by customers',
    description: 'A customer books, moves, changes or cancels a meeting, or somebody answers an invitation.',
    to: 'see meetings.',
  },
  'webhook.failing': {
    label: 'Webhook failing',
    description:
      'Deliveries to an endpoint begin to fail. The email comes only if they still fail after ten minutes.',
    to: 'see webhooks.',
  },
  'webhook.disabled': {
    label: 'Webhook disabled',
    description:
      'Bureau stops sending to an endpoint: after five days of failures, or because it answered 410 Gone.',
    to: 'see webhooks.',
  },
  'invoices.overdue': {
    label: 'Overdue invoices',
    description: 'A digest with what is due by currency and the oldest invoices, only if there are any.',
    to: 'see invoices.',
  },
}

const channels = [
  { name: 'in_app', label: 'In Bureau' },
  { name: 'email', label: 'Email' },
] as const

/** Which kinds come in Bureau and by email. */
export function ChannelTable({ session: { user, abilities }, settings, onChange }: Props) {
  const { kinds, can_email } = settings
  const set = (kind: string, change: Partial<Kind>) =>
    onChange(kinds.map((one) => (one.kind === kind ? { ...one, ...change } : one)))
  return (
    <SectionCard
      title="What you’re notified of"
      description={
        can_email
          ? `Emails go to ${user.email}.`
          : 'This service isn’t set up to send email (SMTP_URL), so notifications appear only in Bureau.'
      }
    >
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Notification</th>
            {channels.map(({ name, label }) => (
              <th key={name} scope="col" className={classes['channel']}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {kinds.map((row) => {
            const text = words[row.kind as NotificationKind] as Words | undefined
            // One that only a newer dashboard can name.
            if (!text) return null
            const missing = row.ability !== null && !abilities.includes(row.ability) ? row.ability : undefined
            return (
              <tr key={row.kind}>
                <th scope="row" className={classes['kind']}>
                  <span className={classes['label']}>{text.label}</span>
                  <span className={classes['description']}>{text.description}</span>
                  {missing !== undefined && <NeedsPermission ability={missing} to={text.to} />}
                </th>
                {channels.map(({ name, label }) => (
                  <td key={name} className={classes['channel']}>
                    <Switch
                      className={classes['switch'] ?? ''}
                      aria-label={`${text.label}: ${label}`}
                      checked={row[name] && missing === undefined}
                      disabled={missing !== undefined || (name === 'email' && !can_email)}
                      onChange={({ currentTarget }) => set(row.kind, { [name]: currentTarget.checked })}
                    />
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </SectionCard>
  )
}
