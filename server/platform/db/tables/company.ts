import type { Generated } from 'kysely'

/** Versions of the company behind an account. Rows never change; the newest is current. */
export interface CompanyVersionTable {
  id: Generated<number>
  account_id: number
  /** Counts the changes of texts and defaults; a logo doesn’t count. The ETag that an update must name. */
  version: number
  name: string
  /** As it is printed. */
  address: string
  /** Its parts; all are empty where only the address is known. */
  street: Generated<string>
  postal_code: Generated<string>
  city: Generated<string>
  state: Generated<string>
  country: Generated<string>
  contact_name: Generated<string>
  phone: Generated<string>
  email: Generated<string>
  tax_number: string
  bank_details: string
  payment_link: Generated<string>
  invoice_footer: string
  payment_days: number
  currency: string
  /** Thousandths of a percent. */
  tax_rate: number
  number_pattern: string
  /** An IANA name. */
  time_zone: string
  /** 1 to 12. */
  fiscal_year_start: number
  logo_id: number | null
  created_at: string
}

/** Settings of the company, in their order, without the logo. */
export const companyFields = [
  'name',
  'address',
  'street',
  'postal_code',
  'city',
  'state',
  'country',
  'contact_name',
  'phone',
  'email',
  'tax_number',
  'bank_details',
  'payment_link',
  'invoice_footer',
  'payment_days',
  'currency',
  'tax_rate',
  'number_pattern',
  'time_zone',
  'fiscal_year_start',
] as const

/** Logos, as PNG files in `DATA_DIR`; sent documents show those of their time. */
export interface CompanyLogoTable {
  id: Generated<number>
  account_id: number
  /** The unguessable part of the URL, and the name on disk. */
  token: string
  bytes: number
  /** In pixels. */
  width: number
  height: number
  created_at: string
}
