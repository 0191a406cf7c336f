import { sql } from 'kysely'

import type { Role } from '#contract/access/session.ts'
import type { Context } from '#server/context.ts'
import { systemOrigin } from '#server/platform/access/origin.ts'
import { ensureAccount } from '#server/platform/access/staff/accounts.ts'
import { offersDemo } from '#server/platform/access/staff/demo-access.ts'
import { demoColleagues, demoStaff, isDemoStaff } from '#server/platform/access/staff/demo-staff.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { endDocuments } from '#server/records/documents/expiry.ts'
import { markOverdue } from '#server/records/invoices/overdue.ts'

import { type DemoActor, addAuditHistory } from './audit.ts'
import { addBankPayments } from './bank.ts'
import { addCompany } from './company.ts'
import { addCredentials } from './credentials.ts'
import { addCustomers } from './customers.ts'
import { addHistory } from './history.ts'
import { addNotifications } from './notifications.ts'
import { people } from './people.ts'
import { addWebhooks } from './webhooks.ts'

const seededSetting = 'demo_seeded'

/**
 * Makes the demo accounts, people and customers at the first start; later starts find them there. Every step looks
 * whether it was done: a first start that was killed is finished by the next one, and two may run at once.
 */
export async function seedDemo(context: Context): Promise<void> {
  const { store, staff, config } = context
  if (!offersDemo(config)) return
  const known = await store.db
    .selectFrom('settings')
    .select('name')
    .where('name', '=', seededSetting)
    .executeTakeFirst()
  const there = await store.db.selectFrom('staff').select('email').execute()
  if (known || !there.every(({ email }) => isDemoStaff(email))) return

  const studio = await ensureAccount(store, 'Harbor & Finch Studio')
  const shop = await ensureAccount(store, 'Finch Print Shop')
  const join = async (account: number, person: DemoPerson, role: Role) => {
    const id = (await idOf(store, person)) ?? (await addPerson(context, person))
    await staff.addMember(account, id, role)
    return id
  }
  const owner = await join(studio.id, demoStaff, 'owner')
  await join(shop.id, demoStaff, 'staff')
  const colleagues: DemoActor[] = []
  for (const person of demoColleagues)
    colleagues.push({ ...person, id: await join(studio.id, person, person.role) })
  const [member, viewer] = colleagues as [DemoActor, DemoActor] // there are two

  const origin = { ...systemOrigin, kind: 'staff', id: owner } as const
  const ofStudio = new Tenant(store.db, store.dialect, studio.id, demoStaff.name, origin)
  await addCompany(context, ofStudio)
  await addCustomers(context, ofStudio, owner, people)
  await ofStudio.transaction(async (trx) => {
    await trx.lock('demo')
    // The two who work with customers share half of them.
    for (const [rest, person] of [owner, member.id].entries())
      await trx
        .update('customers')
        .set({ assigned_to: person })
        .where(sql<boolean>`id % 4 = ${rest + 1}`)
        .execute()
    // Before there are webhooks, to which its events would be delivered.
    await addHistory(trx, owner)
    const isThere = await trx.select('webhooks').select('webhooks.id').limit(1).executeTakeFirst()
    if (isThere) return
    await addWebhooks(trx, context.sealKey)
    await addCredentials(trx, { id: owner, name: demoStaff.name })
    await addAuditHistory(trx, [{ ...demoStaff, id: owner }, member, viewer])
  })
  await markOverdue(context, Date.now())
  await endDocuments(context, Date.now())
  await ofStudio.transaction(addBankPayments)
  await ofStudio.transaction(addNotifications)
  await addCustomers(
    context,
    new Tenant(store.db, store.dialect, shop.id, demoStaff.name),
    owner,
    people.slice(-5),
  )
  await store.db
    .insertInto('settings')
    .values({ name: seededSetting, value: now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type DemoPerson = typeof demoStaff | (typeof demoColleagues)[number]

async function addPerson({ store, staff }: Context, person: DemoPerson): Promise<number> {
  try {
    return await staff.addPerson(person)
  } catch (error) {
    // Another process that makes its first start on this folder was quicker.
    const id = await idOf(store, person)
    if (id === undefined) throw error
    return id
  }
}

async function idOf({ db }: Context['store'], { email }: DemoPerson): Promise<number | undefined> {
  return (await db.selectFrom('staff').select('id').where('email', '=', email).executeTakeFirst())?.id
}
