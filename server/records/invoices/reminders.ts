import { type EmailTexts, ownFirst } from '#contract/account/templates.ts'
import { billedEmail } from '#contract/invoices/billing-facts.ts'
import { EmailInput } from '#contract/invoices/emails.ts'
import type { InvoiceLanguage } from '#contract/invoices/looks.ts'
import { hourMs } from '#contract/values/durations.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Store } from '#server/platform/db/store.ts'
import { forEach } from '#server/platform/lib/each.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { addDays, dateAt, daysBetween } from '#server/platform/lib/time-zone.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'
import { toBilling } from '#server/records/customers/billing.ts'
import { accountOf, findDueAccounts } from '#server/records/resources/due-records.ts'

import { readStored } from './details.ts'
import { queueInvoiceEmail } from './emails.ts'
import { lookOr } from './templates/rows.ts'

const caller = { kind: 'key' } as const
/** No customer is reminded at night: a day of reminders begins at this hour, where the account is. */
const firstHour = 8
/**
 * Days until the same invoice is reminded of again, by hand or automatically. A reminder whose day has passed for as long,
 * because nothing could be sent or it wasn't written yet, is left out: no customer gets all reminders of old invoices at once.
 */
const gap = 3
const batchSize = 200

/** A reminder that is sent that many days after the due date. */
interface Reminder extends EmailTexts {
  readonly days: number
  /** Of the invoices that it's for; null for all that have none of their own on that day. */
  readonly language: InvoiceLanguage | null
}

/** What decides when an overdue invoice is reminded of. */
interface Overdue {
  readonly due_date: string
  /** The day of the last reminder, by whomever. */
  readonly reminded_on: string | null
}

/** Returns the next reminder and the day on which it is sent, today or later; undefined if there is none left. */
export function nextReminder<Kind extends Pick<Reminder, 'days'>>(
  reminders: readonly Kind[],
  { due_date, reminded_on }: Overdue,
  today: string,
): { readonly on: string; readonly reminder: Kind } | undefined {
  const earliest = reminded_on === null ? today : latest(today, addDays(reminded_on, gap))
  // Of two on one day, the first one.
  for (const reminder of reminders.toSorted((a, b) => a.days - b.days)) {
    const day = addDays(due_date, reminder.days)
    const on = latest(day, earliest)
    if (daysBetween(day, on) < gap) return { on, reminder }
  }
  return undefined
}

const latest = (a: string, b: string) => (a > b ? a : b)

interface Needs {
  readonly store: Store
  readonly live: LiveBus
  readonly outbox: { readonly canSend: boolean; readonly wake: () => void }
}

/**
 * Queues every reminder whose day has come. Several processes may run this at a time: an invoice is locked while it is decided
 * whether it was reminded of. Returns how many were queued here; open screens are told which account's.
 */
export async function sendReminders({ store, live, outbox }: Needs, nowMs: number): Promise<number> {
  if (!outbox.canSend) return 0
  const accounts = await findDueAccounts(store, dueDayMs(nowMs), (eb) =>
    eb.exists(
      eb
        .selectFrom('templates')
        .select('templates.id')
        .whereRef('templates.account_id', '=', 'accounts.id')
        .where('send_after_days', 'is not', null),
    ),
  )
  let queued = 0
  await forEach(accounts, accountOf, async ({ tenant, today, timeZone }) => {
    const day = { reminders: await readReminders(tenant), today, timeZone }
    const before = queued
    try {
      await forEach(
        await findDue(tenant, day),
        (invoice) => ({ invoice }),
        async (id) => {
          if (await tenant.transaction(async (trx) => remind(trx, id, day))) queued += 1
        },
      )
    } finally {
      if (queued > before) live.publish(tenant.account, { topic: 'invoices', id: null })
    }
  }).finally(() => {
    if (queued > 0) outbox.wake()
  })
  return queued
}

/** Returns the invoices that are reminded of today. */
async function findDue(tenant: Tenant, day: Day): Promise<number[]> {
  const due: number[] = []
  for (let after = 0; ;) {
    const some = await findOverdue(tenant, day, after)
    due.push(...some.filter((invoice) => reminderOf(invoice, day)).map(({ id }) => id))
    const last = some.at(-1)
    if (last === undefined || some.length < batchSize) return due
    after = last.id
  }
}

/**
 * Queues the reminder of the invoice for today, unless something has changed since it was found or it can't be written: to nobody, or
 * with more than an email has room for. The overview lists the invoice among those to remind of then. Returns whether it did.
 */
async function remind(trx: Tenant, id: number, day: Day): Promise<boolean> {
  const { row, billedTo } = await readStored(trx, id, { forChange: true })
  const [invoice] = await overdue(trx).where('invoices.id', '=', id).execute()
  const reminder = invoice && reminderOf(invoice, day)
  if (!reminder) return false
  const { subject, message } = reminder
  const to = [billedEmail({ customer_email: row.customer_email, billed_to: billedTo })]
  const email = EmailInput.safeParse({ to, subject, message }).data
  if (!email) return false
  try {
    await queueInvoiceEmail(trx, caller, id, { ...email, kind: 'reminder' })
    return true
  } catch (error) {
    // Before anything was written.
    if (error instanceof HttpError && error.code === 'VALIDATION_FAILED') return false
    throw error
  }
}

/** Returns the day on which the invoice is reminded of next without anyone asking; null for none. */
export async function nextReminderOn(tenant: Tenant, invoice: number, nowMs: number): Promise<string | null> {
  const reminders = await readReminders(tenant)
  if (reminders.length === 0) return null
  const [row] = await overdue(tenant).where('invoices.id', '=', invoice).execute()
  if (!row) return null
  const timeZone = await tenant.timeZone()
  return nextOf(row, { reminders, today: dateAt(dueDayMs(nowMs), timeZone), timeZone })?.on ?? null
}

/** A day of reminders where the account is. */
interface Day {
  readonly reminders: readonly Reminder[]
  readonly today: string
  readonly timeZone: string
}

/** The time whose date is the day of reminders. */
const dueDayMs = (nowMs: number) => nowMs - firstHour * hourMs

async function readReminders(tenant: Tenant): Promise<Reminder[]> {
  const rows = await tenant
    .select('templates')
    .select(['send_after_days', 'language', 'subject', 'message'])
    .where('kind', '=', 'reminder_email')
    .where('send_after_days', 'is not', null)
    .execute()
  return rows.map(({ send_after_days, ...texts }) => ({ ...texts, days: send_after_days as number }))
}

/** Overdue invoices of customers that haven't been deleted. */
const overdue = (tenant: Tenant) =>
  tenant
    .select('invoices')
    .innerJoin('customers', (join) =>
      join.onRef('customers.id', '=', 'invoices.customer_id').on('customers.account_id', '=', tenant.account),
    )
    .select((eb) => [
      'invoices.id',
      'invoices.due_date',
      'invoices.look',
      'customers.billing',
      eb
        .selectFrom('emails')
        .select((of) => of.fn.max('emails.created_at').as('at'))
        .whereRef('emails.account_id', '=', 'invoices.account_id')
        .where('emails.about', '=', 'invoice')
        .whereRef('emails.about_id', '=', 'invoices.id')
        .where('emails.kind', '=', 'reminder')
        .as('reminded_at'),
    ])
    .where('invoices.status', '=', 'overdue')

type Row = Awaited<ReturnType<ReturnType<typeof overdue>['execute']>>[number]

function nextOf({ due_date, look, billing, reminded_at }: Row, { reminders, today, timeZone }: Day) {
  if (!toBilling(billing).automatic_reminders) return undefined
  const reminded_on = reminded_at === null ? null : dateAt(Date.parse(reminded_at), timeZone)
  return nextReminder(ownFirst(reminders, lookOr(look).language), { due_date, reminded_on }, today)
}

/** The reminder that is sent today. */
function reminderOf(row: Row, day: Day): Reminder | undefined {
  const next = nextOf(row, day)
  return next?.on === day.today ? next.reminder : undefined
}

/** Returns the next of those whose due date fits a reminder of today. */
const findOverdue = (tenant: Tenant, { reminders, today }: Day, after: number): Promise<Row[]> =>
  overdue(tenant)
    .where((eb) =>
      eb.or(
        reminders.map(({ days }) =>
          eb.and([
            eb('invoices.due_date', '<=', addDays(today, -days)),
            eb('invoices.due_date', '>', addDays(today, -days - gap)),
          ]),
        ),
      ),
    )
    .where('invoices.id', '>', after)
    .orderBy('invoices.id')
    .limit(batchSize)
    .execute()
