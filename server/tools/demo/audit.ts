import type { AuditAction, AuditChanges } from '#contract/account/audit-actions.ts'
import { dayMs } from '#contract/values/durations.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { groupOf } from '#server/platform/audit/record.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

/** A person of the demo. */
export interface DemoActor {
  readonly id: number
  readonly name: string
  readonly email: string
}

interface Past {
  readonly days: number
  readonly by: DemoActor | null
  readonly action: AuditAction
  readonly target?: { readonly kind: string; readonly id: number | null; readonly name: string }
  readonly changes?: AuditChanges
  readonly address?: string
}

/** Addresses for documentation, which nobody has. */
const [office, elsewhere, unknown] = ['203.0.113.12', '198.51.100.44', '192.0.2.201']

/** Actions of the last weeks, as the audit log would have recorded them. */
export async function addAuditHistory(
  trx: Tenant,
  people: readonly [DemoActor, DemoActor, DemoActor],
): Promise<void> {
  const past = [...(await pastOfIntegrations(trx, people[0])), ...(await pastOfPeople(trx, people))]
  await trx.insert(
    'audit_log',
    past
      .toSorted((one, other) => other.days - one.days)
      .map(({ days, by, action, target, changes, address = office }, index) => ({
        at: timestamp(Date.now() - days * dayMs),
        actor_kind: by ? 'staff' : 'anonymous',
        actor_id: by?.id ?? null,
        actor_name: by?.name ?? 'Someone',
        action,
        action_group: groupOf(action),
        target_kind: target?.kind ?? null,
        target_id: target?.id ?? null,
        target_name: target?.name ?? null,
        address,
        request_id: `demo-${String(index + 1).padStart(4, '0')}`,
        changes: changes ? JSON.stringify(changes) : null,
      })),
  )
  await noteSeen(trx)
}

const changed = (from: unknown, to: unknown) => ({ from, to })

/** The owner’s work on webhooks and credentials. */
async function pastOfIntegrations(trx: Tenant, owner: DemoActor): Promise<readonly Past[]> {
  const webhooks = await trx
    .select('webhooks')
    .select(['id', 'name', 'url', 'created_at'])
    .orderBy('id')
    .limit(2)
    .execute()
  const keys = await trx
    .select('credentials')
    .select(['id', 'name', 'created_at'])
    .orderBy('id')
    .limit(2)
    .execute()
  const [webhook, other] = webhooks.map(({ id, name, url }) => ({ kind: 'webhook', id, name: name ?? url }))
  const [old, newsletter] = keys.map(({ id, name }) => ({ kind: 'credential', id, name: name ?? '' }))
  const daysSince = (row: { readonly created_at: string } | undefined) =>
    (Date.now() - Date.parse(row?.created_at ?? '')) / dayMs
  return [
    ...(old
      ? [{ days: daysSince(keys[0]), by: owner, action: 'credential.created', target: old } as const]
      : []),
    ...(newsletter
      ? [{ days: daysSince(keys[1]), by: owner, action: 'credential.created', target: newsletter } as const]
      : []),
    ...(webhook
      ? [{ days: daysSince(webhooks[0]), by: owner, action: 'webhook.created', target: webhook } as const]
      : []),
    ...(other
      ? ([
          { days: 14.1, by: owner, action: 'webhook.paused', target: other },
          { days: 13.6, by: owner, action: 'webhook.resumed', target: other },
        ] as const)
      : []),
    ...(webhook
      ? [{ days: 12.3, by: owner, action: 'webhook.secret_rotated', target: webhook } as const]
      : []),
    ...(old ? [{ days: 6, by: owner, action: 'credential.revoked', target: old } as const] : []),
  ]
}

/** Sign-ins, and what people did to the account, to each other’s access and to records. */
async function pastOfPeople(
  trx: Tenant,
  [owner, staff, viewer]: readonly [DemoActor, DemoActor, DemoActor],
): Promise<readonly Past[]> {
  const person = ({ id, email }: DemoActor) => ({ kind: 'person', id, name: email })
  const business = { kind: 'account', id: trx.account, name: (await trx.business()).name }
  return [
    { days: 661, by: owner, action: 'account.created', target: person(owner) },
    { days: 660.9, by: owner, action: 'company.logo_changed', target: business },
    {
      days: 660.2,
      by: owner,
      action: 'member.invited',
      target: { kind: 'invitation', id: null, name: staff.email },
      changes: { role: changed(null, 'staff') },
    },
    {
      days: 659.8,
      by: staff,
      action: 'member.joined',
      target: person(staff),
      changes: { role: changed(null, 'staff') },
      address: elsewhere,
    },
    {
      days: 33.3,
      by: owner,
      action: 'member.invited',
      target: { kind: 'invitation', id: null, name: viewer.email },
      changes: { role: changed(null, 'staff') },
    },
    {
      days: 33.1,
      by: viewer,
      action: 'member.joined',
      target: person(viewer),
      changes: { role: changed(null, 'staff') },
      address: elsewhere,
    },
    {
      days: 30.6,
      by: owner,
      action: 'member.role_changed',
      target: person(viewer),
      changes: { role: changed('staff', 'viewer') },
    },
    {
      days: 21.5,
      by: owner,
      action: 'company.changed',
      target: business,
      changes: {
        payment_days: changed(30, 14),
        invoice_footer: changed(null, 'Thank you for your business.'),
      },
    },
    { days: 18.2, by: staff, action: 'sign_in.succeeded', target: person(staff), address: elsewhere },
    {
      days: 17.7,
      by: staff,
      action: 'export.customers',
      changes: { filters: changed(null, '{"country":"Germany"}') },
      address: elsewhere,
    },
    { days: 9.4, by: null, action: 'sign_in.failed', target: person(owner), address: unknown },
    { days: 9.39, by: null, action: 'sign_in.failed', target: person(owner), address: unknown },
    { days: 9.1, by: owner, action: 'password.changed', target: person(owner) },
    {
      days: 4.6,
      by: staff,
      action: 'customer.deleted',
      target: { kind: 'customer', id: null, name: 'Test Customer' },
      address: elsewhere,
    },
    {
      days: 4.5,
      by: staff,
      action: 'export.invoices',
      changes: { filters: changed(null, '{"status":"overdue"}') },
      address: elsewhere,
    },
    { days: 2.2, by: viewer, action: 'sign_in.succeeded', target: person(viewer), address: elsewhere },
    { days: 1.1, by: staff, action: 'sign_in.succeeded', target: person(staff), address: elsewhere },
    { days: 0.3, by: owner, action: 'export.contacts' },
  ]
}

/** People were last seen when they last did something, unless they have been there since. */
async function noteSeen(trx: Tenant): Promise<void> {
  const last = await trx
    .select('audit_log')
    .select((eb) => ['actor_id', eb.fn.max('at').as('at')] as const)
    .where('actor_kind', '=', 'staff')
    .groupBy('actor_id')
    .execute()
  for (const { actor_id, at } of last)
    await trx
      .update('memberships')
      .set({ last_seen_at: at })
      .where('user_id', '=', actor_id)
      .where('last_seen_at', 'is', null)
      .execute()
}
