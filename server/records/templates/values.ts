import {
  type DocumentTexts,
  type EmailTexts,
  documentTextProblems,
  emailTextProblems,
  fillEmail,
} from '#contract/account/templates.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { longestEmail } from '#contract/invoices/emails.ts'
import { localeOf } from '#contract/invoices/looks.ts'
import { paymentLink } from '#contract/invoices/payment-link.ts'
import { allows, amountDue } from '#contract/invoices/states.ts'
import { type Placeholder, type PlaceholderValues, fillPlaceholders } from '#contract/values/placeholders.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { dayText, moneyText } from '#server/platform/lib/formats.ts'
import { HttpError, type Problems, invalidInput } from '#server/platform/lib/http-error.ts'
import { toDecimal } from '#server/platform/lib/money.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import { type CompanyVersion, readCompany } from '#server/records/company/versions.ts'
import { fullName } from '#server/records/customers/columns.ts'
import { currentLook, readLook } from '#server/records/invoices/templates/rows.ts'

/** The subject of a text: an invoice or document with its customer, a customer alone, or nothing. */
export interface About {
  readonly kind: 'invoice' | 'proposal' | 'contract' | 'customer' | 'nothing'
  readonly id: number
}

/** Returns what placeholders stand for now. The person who asks is who sends; for integrations, it is the company. Throws 404. */
export async function readValues(tenant: Tenant, { kind, id }: About): Promise<PlaceholderValues> {
  const company = await readCompany(tenant)
  const { values, locale } = await readFacts(tenant, { kind, id }, company)
  return {
    'company.name': company.name,
    'company.address': company.address,
    'company.tax_number': company.tax_number,
    'company.bank_details': company.bank_details,
    'sender.name': tenant.origin.kind === 'staff' ? tenant.actor : company.name,
    today: dayText(dateAt(Date.now(), company.time_zone), locale),
    ...values,
  }
}

/** What placeholders stand for that are about the subject, and how it writes days and amounts. */
interface SubjectFacts {
  readonly values: PlaceholderValues
  readonly locale?: string
}

async function readFacts(
  tenant: Tenant,
  { kind, id }: About,
  company: CompanyVersion,
): Promise<SubjectFacts> {
  switch (kind) {
    case 'nothing':
      return { values: {} }
    case 'customer': {
      const values = await readCustomer(tenant, id)
      if (!values) throw new HttpError('NOT_FOUND')
      return { values, locale: localeOf(await currentLook(tenant, id, company)) }
    }
    case 'invoice':
      return readInvoice(tenant, id, company)
    case 'proposal':
    case 'contract':
      return readDocument(tenant, { kind, id }, company)
  }
}

async function readCustomer(tenant: Tenant, id: number): Promise<PlaceholderValues | undefined> {
  const row = await tenant
    .select('customers')
    .select(['name', 'last_name', 'email', 'phone', 'company_name', 'address_1', 'address_2'])
    .select(['zip_code', 'city', 'state', 'country'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return undefined
  const place = [row.zip_code, row.city].filter(Boolean).join(' ')
  return {
    'customer.name': fullName(row),
    'customer.first_name': row.name,
    'customer.last_name': row.last_name,
    'customer.email': row.email,
    'customer.phone': row.phone,
    'customer.company': row.company_name ?? '',
    'customer.address': [row.address_1, row.address_2, place, row.state, row.country]
      .filter(Boolean)
      .join('\n'),
  }
}

/** The customer as they are now, by the name and email of the record, which outlive them. */
async function customerOf(
  tenant: Tenant,
  record: { readonly customer_id: number; readonly customer_name: string; readonly customer_email: string },
): Promise<PlaceholderValues> {
  const gone = {
    'customer.first_name': record.customer_name,
    'customer.last_name': '',
    'customer.phone': '',
    'customer.company': '',
    'customer.address': '',
  }
  return {
    ...((await readCustomer(tenant, record.customer_id)) ?? gone),
    'customer.name': record.customer_name,
    'customer.email': record.customer_email,
  }
}

async function readInvoice(tenant: Tenant, id: number, company: CompanyVersion): Promise<SubjectFacts> {
  const row = await tenant
    .select('invoices')
    .select(['invoice_number', 'status', 'currency', 'total_amount', 'settled_amount', 'due_date'])
    .select(['payment_days', 'created_at', 'customer_id', 'customer_name', 'customer_email', 'look'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  const { time_zone, payment_link } = company
  const locale = localeOf(await readLook(tenant, row, company))
  const isDraft = row.status === 'draft'
  const due =
    isDraft || !allows(row.status, 'pay')
      ? row.total_amount
      : amountDue(row.status, { total: row.total_amount, settled: row.settled_amount })
  const values = {
    ...(await customerOf(tenant, row)),
    'invoice.number': isDraft ? null : row.invoice_number,
    'invoice.total': moneyText(row.total_amount, row.currency, locale),
    'invoice.amount_due': moneyText(due, row.currency, locale),
    'invoice.issued_on': isDraft ? null : dayText(dateAt(Date.parse(row.created_at), time_zone), locale),
    // The terms of a draft count from the day it is sent.
    'invoice.due_date': isDraft && row.payment_days !== null ? null : dayText(row.due_date, locale),
    // It contains the number.
    'invoice.payment_link': isDraft
      ? null
      : (paymentLink(payment_link, {
          number: row.invoice_number,
          amount: toDecimal(due, row.currency),
          currency: row.currency,
        }) ?? ''),
  }
  return { values, locale }
}

async function readDocument(
  tenant: Tenant,
  { kind, id }: { readonly kind: 'proposal' | 'contract'; readonly id: number },
  company: CompanyVersion,
): Promise<SubjectFacts> {
  const row = await tenant
    .select('documents')
    .select(['kind', 'number', 'title', 'currency', 'total_amount', 'starts_on', 'ends_on', 'editions'])
    .select(['customer_id', 'customer_name', 'customer_email'])
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  const locale = localeOf(await currentLook(tenant, row.customer_id, company))
  return { values: { ...(await customerOf(tenant, row)), ...documentValues(row, locale) }, locale }
}

/** Facts of a document. Before it is sent first, its number isn't known. */
function documentValues(
  row: {
    readonly kind: 'proposal' | 'contract'
    readonly number: string
    readonly title: string
    readonly currency: string
    readonly total_amount: number
    readonly starts_on: string | null
    readonly ends_on: string | null
    readonly editions: number
  },
  locale: string,
): PlaceholderValues {
  const number = row.editions === 0 ? null : row.number
  const title = fillPlaceholders(row.title, {}, 'line')
  const total = moneyText(row.total_amount, row.currency, locale)
  const day = (date: string | null) => (date === null ? '' : dayText(date, locale))
  return row.kind === 'proposal'
    ? {
        'proposal.number': number,
        'proposal.title': title,
        'proposal.total': total,
        'proposal.valid_until': day(row.ends_on),
      }
    : {
        'contract.number': number,
        'contract.title': title,
        'contract.total': total,
        'contract.starts_on': day(row.starts_on),
        'contract.ends_on': day(row.ends_on),
      }
}

/**
 * Returns an email with what its placeholders stand for, `{number}` included. Throws 422 at the fields of those that aren't among `allowed`, and
 * where it becomes too long; `within` is where its fields are in the request.
 */
export async function filledEmail(
  tenant: Tenant,
  about: About,
  email: EmailTexts,
  {
    allowed,
    within,
    number,
  }: {
    readonly allowed: readonly Placeholder[]
    readonly within: readonly string[]
    readonly number: string
  },
): Promise<EmailTexts> {
  // Most emails have no others by the time they are sent.
  if (!`${email.subject}${email.message}`.includes('{{')) return fillEmail(email, {}, { number })
  const named = (path: readonly (string | number)[]) => [...within, ...path].join('.')
  const problems = new Map(
    [...emailTextProblems(allowed, email)].map(([path, message]) => [named(path), [message]]),
  )
  const filled = fillEmail(email, await readValues(tenant, about), { number })
  for (const name of ['subject', 'message'] as const) {
    if (filled[name].trim() === '') problems.set(named([name]), [emptied])
    if (filled[name].length > longestEmail[name]) problems.set(named([name]), [tooLong(longestEmail[name])])
  }
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  return filled
}

/** Says that a text is too long once its placeholders are filled. */
export const tooLong = (most: number): string =>
  `Use at most ${most.toLocaleString('en-US')} characters, including what placeholders stand for`

/** Says that a text has nothing left once its placeholders are filled. */
export const emptied = 'The placeholders stand for nothing here. Add some text'

/** Problems with the placeholders of a document, by the names of its fields. */
export const documentProblems = (kind: DocumentKind, texts: DocumentTexts): Problems =>
  new Map([...documentTextProblems(kind, texts)].map(([path, message]) => [path.join('.'), [message]]))
