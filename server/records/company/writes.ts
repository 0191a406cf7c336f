import type { Company, CompanyInput } from '#contract/account/company.ts'
import { addressLines } from '#contract/customers/address.ts'
import { fiscalYearOf, readNumberPattern } from '#contract/invoices/number-pattern.ts'
import { isCurrency } from '#contract/values/currencies.ts'
import { isTimeZone } from '#contract/values/zoned-time.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, type Changes, changesBetween, recordActivity } from '#server/platform/audit/activity.ts'
import { companyFields } from '#server/platform/db/tables/company.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidInput } from '#server/platform/lib/http-error.ts'
import { toPercent, toTaxRate } from '#server/platform/lib/money.ts'
import { dateAt } from '#server/platform/lib/time-zone.ts'
import { nextInvoiceCount } from '#server/records/numbers/numbers.ts'

import { type CompanyColumns, type CompanyVersion, addVersion, lockCompany, toLogo } from './versions.ts'

/** The company as its settings show it. */
export async function toCompany(tenant: Tenant, company: CompanyVersion): Promise<Company> {
  const { id: _id, logo_id: _logo, logo, tax_rate, ...rest } = company
  const year = fiscalYearOf(dateAt(Date.now(), company.time_zone), company.fiscal_year_start)
  return {
    ...rest,
    tax_rate: toPercent(tax_rate),
    logo: toLogo(logo),
    next_number: await nextInvoiceCount(tenant, readNumberPattern(company.number_pattern), year),
  }
}

/** Makes the company what the input says, with its activity; without a change it writes nothing. Throws 412 and 422. */
export async function updateCompany(
  tenant: Tenant,
  actor: Actor,
  version: number,
  input: CompanyInput,
): Promise<void> {
  const before = await lockCompany(tenant)
  if (before.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const next = columnsOf(input, before)
  const changes = changesBetween(texts(before), texts(next))
  if (Object.keys(changes).length === 0) return
  await addVersion(tenant, before, { ...next, version: version + 1 })
  await tenant.setBusiness({ name: next.name, timeZone: next.time_zone })
  await record(tenant, actor, next.name, {
    event: 'updated',
    description: 'Company settings changed',
    changes,
  })
}

/** A logo that was stored as a file. */
export interface NewLogo {
  readonly token: string
  readonly bytes: number
  readonly width: number
  readonly height: number
}

/**
 * Replaces the logo, or removes it for null. Returns the token of the one before where no document needs it any more: its
 * file can be deleted after the transaction.
 */
export async function setLogo(
  tenant: Tenant,
  actor: Actor,
  logo: NewLogo | null,
): Promise<string | undefined> {
  const before = await lockCompany(tenant)
  if (logo === null && before.logo_id === null) return undefined
  const created_at = now()
  const logo_id = logo === null ? null : await tenant.insertOne('company_logos', { ...logo, created_at })
  await addVersion(tenant, before, { ...before, logo_id })
  const size = (of: Pick<NewLogo, 'width' | 'height'> | null) => of && `${of.width} × ${of.height} px`
  await record(tenant, actor, before.name, {
    event: logo === null ? 'logo_removed' : 'logo_changed',
    description: logo === null ? 'Logo removed' : 'Logo changed',
    changes: { logo: { from: size(before.logo), to: size(logo) } },
  })
  return before.logo_id === null ? undefined : forgetLogo(tenant, before.logo_id)
}

/** Deletes the logo from all versions unless a document was sent with it. Returns the token of its file if it did. */
async function forgetLogo(tenant: Tenant, id: number): Promise<string | undefined> {
  const versions = await tenant.select('company_versions').select('id').where('logo_id', '=', id).execute()
  const ids = versions.map((version) => version.id)
  for (const table of ['invoices', 'credit_notes', 'document_versions'] as const) {
    const document = await tenant
      .select(table)
      .select('id')
      .where('company_id', 'in', ids)
      .limit(1)
      .executeTakeFirst()
    if (document) return undefined
  }
  await tenant.update('company_versions').set({ logo_id: null }).where('logo_id', '=', id).execute()
  const gone = await tenant.delete('company_logos').where('id', '=', id).returning('token').executeTakeFirst()
  return gone?.token
}

function columnsOf(input: CompanyInput, before: CompanyVersion): CompanyColumns {
  const { currency, time_zone } = input
  const problems = new Map<string, string[]>()
  // What stays is good, wherever it came from.
  if (currency !== before.currency && !isCurrency(currency))
    problems.set('currency', ['Choose a currency that is in use'])
  if (time_zone !== before.time_zone && !isTimeZone(time_zone))
    problems.set('time_zone', ['Choose a time zone, like Europe/Berlin'])
  let tax_rate = 0
  try {
    tax_rate = toTaxRate(input.tax_rate)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    problems.set('tax_rate', ['Use at most 3 decimals'])
  }
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  return {
    ...input,
    ...addressOf(input, before),
    contact_name: input.contact_name ?? before.contact_name,
    phone: input.phone ?? before.phone,
    email: input.email ?? before.email,
    payment_link: input.payment_link ?? before.payment_link,
    bank_details: unixLines(input.bank_details),
    tax_rate,
    logo_id: before.logo_id,
  }
}

/** The address as it is printed, with its parts if they are known. */
function addressOf(input: CompanyInput, before: CompanyVersion) {
  const address = unixLines(input.address)
  const isGiven = addressParts.some((part) => input[part] !== undefined)
  if (!isGiven && address === before.address) return pick(before)
  const parts = pick(input)
  // A country alone isn't an address.
  const hasPlace = parts.street !== '' || parts.city !== ''
  const printed = !hasPlace
    ? []
    : addressLines({ ...parts, address_1: parts.street, zip_code: parts.postal_code })
  return { ...parts, address: printed.length > 0 ? printed.join('\n') : isGiven ? '' : address }
}

const addressParts = ['street', 'postal_code', 'city', 'state', 'country'] as const

const pick = ({ address, ...all }: CompanyInput) => ({
  address,
  street: unixLines(all.street ?? ''),
  postal_code: all.postal_code ?? '',
  city: all.city ?? '',
  state: all.state ?? '',
  country: all.country ?? '',
})

const unixLines = (text: string) => text.replaceAll('\r\n', '\n')

/** The values as the activity states them. */
const texts = (company: CompanyColumns) => ({
  ...Object.fromEntries(companyFields.map((name) => [name, company[name]])),
  tax_rate: toPercent(company.tax_rate),
})

const record = (
  tenant: Tenant,
  actor: Actor,
  title: string,
  what: { readonly event: string; readonly description: string; readonly changes: Changes },
) =>
  recordActivity(tenant, actor, {
    customerId: null,
    subject: { type: 'company', id: tenant.account },
    title,
    ...what,
  })
