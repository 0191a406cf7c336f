import { fillEmail } from '#contract/account/templates.ts'
import { invoiceEmail } from '#contract/email-texts/invoice-email-texts.ts'
import { billedEmail } from '#contract/invoices/billing-facts.ts'
import type { DraftLine } from '#contract/invoices/drafts.ts'
import { type EmailInput, EmailInput as Email, longestEmail } from '#contract/invoices/emails.ts'
import { type DocumentLook, localeOf } from '#contract/invoices/looks.ts'
import { partOfLines, settle } from '#contract/invoices/proration.ts'
import { periodAt } from '#contract/invoices/schedule-dates.ts'
import { keepBracesApart, numberPlaceholder } from '#contract/values/placeholders.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { moneyText } from '#server/platform/lib/formats.ts'
import { addDays, daysBetween } from '#server/platform/lib/time-zone.ts'
import { lockCompany } from '#server/records/company/versions.ts'
import { type ScheduleRow, linesOf } from '#server/records/invoices/schedules/rows.ts'
import { currentLook } from '#server/records/invoices/templates/rows.ts'
import { readDefaultTemplate } from '#server/records/templates/rows.ts'
import { readValues } from '#server/records/templates/values.ts'

import { readStored } from '../details.ts'
import { queueInvoiceEmail } from '../emails.ts'
import { sendInvoice } from '../sending.ts'
import { takeAdjustments } from './adjustments.ts'
import { billedLines, datingFor, draftLines } from './lines.ts'
import { type SubscriptionRow, adjustmentsOf, subscriptionOf } from './rows.ts'

const caller = { kind: 'key' } as const

/** The content billed for a day of a schedule, and how its draft is handled. */
export interface Billing {
  readonly lines: DraftLine[]
  /** The first and the last day billed for; undefined for what recurs without a subscription. */
  readonly days?: { readonly from: string; readonly to: string }
  /** In the transaction that drafts it. */
  readonly finish: (invoice: number) => Promise<void>
}

/**
 * Returns what a schedule bills for the period that begins on that day. For a subscription, that is the part of it from the
 * end of a pause and until its last day, with what changes have charged and credited since the invoice before.
 */
export async function billingOf(
  tenant: Tenant,
  schedule: ScheduleRow,
  day: string,
  { canEmail }: { readonly canEmail: boolean },
): Promise<Billing> {
  const subscription = await subscriptionOf(tenant, schedule.id)
  if (!subscription) return { lines: linesOf(schedule), finish: () => Promise.resolve() }
  const { currency, customer_id, ends_on } = schedule
  const { next_on } = periodAt(schedule, day)
  const of = daysBetween(day, next_on)
  const until = ends_on === null ? of : Math.min(of, daysBetween(day, ends_on) + 1)
  const { resumed_on } = subscription
  const from =
    resumed_on !== null && resumed_on > day && resumed_on < next_on ? daysBetween(day, resumed_on) : 0
  const days = { from: addDays(day, from), to: addDays(day, until - 1) }
  const withDays = await datingFor(tenant, customer_id)
  const regular = billedLines(withDays(linesOf(schedule), days), currency)
  const { lines, taken, rest } = settle(
    until - from === of ? regular : partOfLines(regular, { from, until, of }),
    adjustmentsOf(subscription),
  )
  return {
    lines: draftLines(lines, currency),
    days,
    async finish(invoice) {
      if (taken.length > 0)
        await takeAdjustments(tenant, subscription.id, { invoice_id: invoice, closed_on: null, taken, rest })
      await sendAutomatically(tenant, { subscription, schedule, invoice, canEmail })
    },
  }
}

/** Sends and emails the draft if the subscription says so; one whose customer has no usable address stays a draft. */
export async function sendAutomatically(
  tenant: Tenant,
  {
    subscription,
    schedule,
    invoice,
    canEmail,
  }: {
    readonly subscription: SubscriptionRow
    readonly schedule: ScheduleRow
    readonly invoice: number
    readonly canEmail: boolean
  },
): Promise<void> {
  if (subscription.sends === 1 && canEmail) await send(tenant, schedule, invoice)
}

async function send(tenant: Tenant, { payment_days }: ScheduleRow, invoice: number): Promise<void> {
  const company = await lockCompany(tenant)
  const { row, billedTo } = await readStored(tenant, invoice)
  const { customer_id, customer_name, customer_email, total_amount, currency, version } = row
  const look = await currentLook(tenant, customer_id, company)
  const texts = invoiceEmail({
    language: look.language,
    customer: keepBracesApart(customer_name),
    company: keepBracesApart(company.name),
    number: numberPlaceholder,
    amount: moneyText(total_amount, currency, localeOf(look)),
    due: { days: payment_days },
    bank_details: keepBracesApart(company.bank_details),
    link: company.payment_link === '' ? undefined : '{{invoice.payment_link}}',
  })
  const to = [billedEmail({ customer_email, billed_to: billedTo })]
  const usual = Email.safeParse({ to, ...texts, subject: texts.subject.slice(0, longestEmail.subject) }).data
  if (!usual) return
  await sendInvoice(tenant, caller, invoice, version)
  const email = (await templateEmail(tenant, usual, invoice, look)) ?? usual
  await queueInvoiceEmail(tenant, caller, invoice, { ...email, kind: 'invoice' })
}

/** The account's template, which is filled when the email is queued; undefined without one, or where it gets too long. */
async function templateEmail(
  tenant: Tenant,
  { to }: EmailInput,
  invoice: number,
  { language }: DocumentLook,
): Promise<EmailInput | undefined> {
  const template = await readDefaultTemplate(tenant, 'invoice_email', language)
  if (!template) return undefined
  const { subject, message } = template
  const values = await readValues(tenant, { kind: 'invoice', id: invoice })
  const filled = fillEmail(template, values, { number: values['invoice.number'] ?? undefined })
  return Email.safeParse({ to, ...filled }).success ? { to, subject, message } : undefined
}
