import type { Selectable } from 'kysely'

import { contactOf } from '#contract/account/company.ts'
import type { DocumentSender } from '#contract/invoices/document-sender.ts'
import { usualPattern } from '#contract/invoices/number-pattern.ts'
import { countryName } from '#contract/values/countries.ts'
import { countryDefaults } from '#contract/values/country-defaults.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type CompanyVersionTable, companyFields } from '#server/platform/db/tables/company.ts'
import { now } from '#server/platform/lib/clock.ts'
import { toTaxRate } from '#server/platform/lib/money.ts'

/** Content of a version, without its id. */
export type CompanyColumns = Omit<
  Selectable<CompanyVersionTable>,
  'id' | 'account_id' | 'version' | 'created_at'
>

/** A version of the company. `id` is null as long as nobody has changed anything: then no version is stored. */
export interface CompanyVersion extends CompanyColumns {
  readonly id: number | null
  readonly version: number
  readonly logo: StoredLogo | null
}

interface StoredLogo {
  readonly token: string
  readonly width: number
  readonly height: number
}

/**
 * Returns the company as it is now, for a document that is sent in this transaction. Until its end, the company can’t be
 * changed, so that no logo that the document needs is deleted.
 */
export async function lockCompany(tenant: Tenant): Promise<CompanyVersion> {
  await tenant.lock('company')
  return readCompany(tenant)
}

/** Returns the company as it is now. */
export async function readCompany(tenant: Tenant): Promise<CompanyVersion> {
  const version = await readVersion(tenant, 'newest')
  if (version) return version
  const company = await unchanged(tenant)
  return { ...company, currency: (await newestCurrency(tenant)) ?? company.currency }
}

/**
 * Returns who sent a document: the company as it was then. `company_id` is the document’s; a document that was sent before
 * the company was ever changed has none, and neither has a draft, which says who would send it now.
 */
export async function readSender(
  tenant: Tenant,
  { company_id, isSent }: { readonly company_id: number | null; readonly isSent: boolean },
): Promise<CompanyVersion> {
  const version = await readVersion(tenant, company_id ?? (isSent ? 'oldest' : 'newest'))
  return version ?? unchanged(tenant)
}

/** Who sends a document, as the dashboard reads it. */
export const toSender = ({
  name,
  address,
  contact_name,
  phone,
  email,
  tax_number,
  bank_details,
  payment_link,
  invoice_footer,
  time_zone,
  logo,
}: CompanyVersion): DocumentSender => ({
  name,
  address,
  contact: contactOf({ contact_name, phone, email }),
  tax_number,
  bank_details,
  payment_link,
  invoice_footer,
  time_zone,
  logo: toLogo(logo),
})

/** Where a logo is served, and how large it is. */
export const toLogo = (logo: StoredLogo | null): DocumentSender['logo'] =>
  logo && { path: `/files/${logo.token}/logo.png`, width: logo.width, height: logo.height }

/** Stores a version, and what it was before if that was never stored. Returns its id. */
export async function addVersion(
  tenant: Tenant,
  before: CompanyVersion,
  next: CompanyColumns & { readonly version: number },
): Promise<number> {
  const created_at = now()
  if (before.id === null)
    await tenant.insertOne('company_versions', {
      ...columnsOf(before),
      version: before.version,
      created_at,
    })
  return tenant.insertOne('company_versions', { ...columnsOf(next), version: next.version, created_at })
}

const columns = [...companyFields, 'logo_id'] as const

function columnsOf(company: CompanyColumns): CompanyColumns {
  const entries = columns.map((name) => [name, company[name]])
  return Object.fromEntries(entries) as unknown as CompanyColumns // of those names
}

async function readVersion(
  tenant: Tenant,
  which: number | 'newest' | 'oldest',
): Promise<CompanyVersion | undefined> {
  const row = await tenant
    .select('company_versions')
    .leftJoin('company_logos', 'company_logos.id', 'company_versions.logo_id')
    .select(['company_versions.id', 'version', ...columns, 'token', 'width', 'height'])
    .$if(typeof which === 'number', (query) => query.where('company_versions.id', '=', which as number))
    .orderBy('company_versions.id', which === 'oldest' ? 'asc' : 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { token, width, height, ...version } = row
  return { ...version, logo: token === null ? null : { token, width: width ?? 0, height: height ?? 0 } }
}

/** That of the newest invoice. */
async function newestCurrency(tenant: Tenant): Promise<string | undefined> {
  const newest = await tenant
    .select('invoices')
    .select('currency')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.currency
}

const usualCurrency = 'EUR'

/** The default company. */
async function unchanged(tenant: Tenant): Promise<CompanyVersion> {
  const { name, timeZone, country } = await tenant.business()
  const { currency = usualCurrency, taxRate } = countryDefaults(country)
  return {
    id: null,
    version: 1,
    name,
    address: '',
    street: '',
    postal_code: '',
    city: '',
    state: '',
    country: country === '' ? '' : countryName(country),
    contact_name: '',
    phone: '',
    email: '',
    tax_number: '',
    bank_details: '',
    payment_link: '',
    invoice_footer: '',
    payment_days: 30,
    currency,
    tax_rate: toTaxRate(taxRate),
    number_pattern: usualPattern,
    time_zone: timeZone,
    fiscal_year_start: 1,
    logo_id: null,
    logo: null,
  }
}
