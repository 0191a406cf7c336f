import * as z from 'zod/mini'

import { WebhookSummary } from '../webhooks/summary.ts'
import { endpoint } from '../wire/endpoint.ts'
import { idFilter } from '../wire/list-query.ts'
import { Datetime, pageB, whole } from '../wire/surface.ts'
import { notificationKinds } from './notification-kinds.ts'

/** Surface X: what a person is notified of in an account. */

/** The overdue invoices of an account on the day of the digest; amounts are what was still due. */
export const OverdueDigest = z.object({
  count: z.int(),
  totals: z.array(z.object({ currency: z.string(), count: z.int(), amount: z.number() })),
  /** Those that were due first, five at most. */
  oldest: z.array(
    z.object({
      id: z.int(),
      invoice_number: z.string(),
      customer_name: z.string(),
      currency: z.string(),
      amount_due: z.number(),
      due_date: z.string(),
    }),
  ),
})
export type OverdueDigest = z.infer<typeof OverdueDigest>

/** What a customer did: in the portal by themselves, or paid. */
export const CustomerAct = z.object({
  record: z.enum(['proposal', 'contract', 'meeting', 'invoice']),
  id: z.int(),
  title: z.string(),
  what: z.enum([
    'viewed',
    'paid',
    'accepted',
    'declined',
    'tentative',
    'signed',
    'booked',
    'moved',
    'changed',
    'canceled',
  ]),
  customer_name: z.string(),
  /** The name that they answered with, where it isn’t theirs. */
  signed_as: z.nullable(z.string()),
  note: z.string(),
})
export type CustomerAct = z.infer<typeof CustomerAct>

export const Notification = z.object({
  id: z.int(),
  kind: z.string(),
  created_at: Datetime,
  read_at: z.nullable(Datetime),
  /** The endpoint as it is now, for kinds about one. */
  webhook: z.nullable(z.pick(WebhookSummary, { id: true, name: true, url: true })),
  /** For `invoices.overdue`. */
  overdue: z.nullable(OverdueDigest),
  /** For `proposal.answered`, `contract.answered`, `document.viewed`, `invoice.paid` and `meeting.changed`. */
  customer_act: z.nullable(CustomerAct),
})
export type Notification = z.infer<typeof Notification>

const own = { surface: 'x', access: 'staff' } as const

export const listNotifications = endpoint({
  ...own,
  method: 'GET',
  path: '/api/x/notifications',
  text: 'the person’s notifications in the account, the newest first, with `meta.unread` (up to 100), without those about what they may no longer see; what a customer opened, answered, paid, booked, moved or canceled is its `customer_act`; `before` is the `next_before` of the page before, `limit`',
  query: z.object({ before: idFilter('before', 'notification'), limit: pageB.limit }),
  response: z.object({
    data: z.array(Notification),
    meta: z.object({ unread: z.int(), next_before: z.nullable(z.int()) }),
  }),
})

export const readNotifications = endpoint({
  ...own,
  method: 'POST',
  path: '/api/x/notifications/read',
  text: '`{"id", "and_earlier"}`: marks one as read, or all up to it; harmless when repeated',
  status: 204,
  body: z.object({
    id: z.int('id must be the id of a notification').check(z.gte(1, 'id must be the id of a notification')),
    and_earlier: z.boolean('and_earlier must be true or false'),
  }),
  response: z.undefined(),
})

const channel = (name: string) => z.boolean(`${name} must be true or false`)

/** When the digest of overdue invoices comes, in the account's time zone. */
export const DigestTime = z.object(
  {
    every: z.enum(['day', 'week'], 'every must be day or week'),
    /** 1 is Monday; only for `week`. */
    weekday: whole('weekday', 1, 7),
    /** It comes in the first minutes of this hour. */
    hour: whole('hour', 0, 23),
  },
  'digest must be an object',
)
export type DigestTime = z.infer<typeof DigestTime>

const channels = { in_app: channel('in_app'), email: channel('email') }
/** Where notifications of a kind arrive. */
export interface Channels {
  readonly in_app: boolean
  readonly email: boolean
}

/** Of whose acts a person is notified: all customers’, or of those that are assigned to them. */
export const notifiedCustomers = ['all', 'assigned'] as const
export type NotifiedCustomers = (typeof notifiedCustomers)[number]

const kindProblem = `kind must be one of ${notificationKinds.join(', ')}`
/** Kinds that are left out keep what they are set to. */
export const NotificationSettings = z.object({
  kinds: z
    .array(
      z.object({ kind: z.enum(notificationKinds, kindProblem), ...channels }, 'kinds must be objects'),
      'kinds must be a list',
    )
    .check(z.maxLength(100, 'kinds must be at most 100')),
  digest: DigestTime,
  /** Stays as it is where it isn’t given. */
  customers: z.optional(
    z.enum(notifiedCustomers, `customers must be one of ${notifiedCustomers.join(', ')}`),
  ),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

const SavedSettings = z.object({
  kinds: z.array(
    z.object({
      kind: z.string(),
      ...channels,
      /** The ability without which the person isn't notified, whatever the setting; null if there's none. */
      ability: z.nullable(z.string()),
    }),
  ),
  digest: DigestTime,
  customers: z.enum(notifiedCustomers),
  /** Whether this service sends email (`SMTP_URL`). */
  can_email: z.boolean(),
})
export type SavedSettings = z.infer<typeof SavedSettings>

export const showNotificationSettings = endpoint({
  ...own,
  method: 'GET',
  path: '/api/x/notification-settings',
  text: 'for each kind whether it comes `in_app` and by `email`, and the `ability` it takes; `digest`: `every` (`day` or `week`), `weekday` (1 is Monday) and `hour` in the account’s time zone; `can_email`',
  response: z.object({ data: SavedSettings }),
})

export const updateNotificationSettings = endpoint({
  ...own,
  method: 'PUT',
  path: '/api/x/notification-settings',
  text: 'changes the kinds it names and the digest’s time; the last of two changes counts',
  body: NotificationSettings,
  response: z.object({ data: SavedSettings }),
})
