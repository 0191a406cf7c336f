import type { FieldPath } from 'react-hook-form'

import { type Company, CompanyInput } from '#contract/account/company.ts'
import { decimalOf, digits, typedDecimal } from '#lib/decimal.ts'
import { type Merge, type Versions, mergeVersions, inputsOf } from '#lib/merge.ts'
import { termsText } from '#parts/payment-terms.ts'

import { monthName } from './months.ts'

/** The company as its form edits it: the address in its parts, numbers as they are typed, choices as their options say. */
export type CompanyValues = { -readonly [Key in Exclude<keyof CompanyInput, 'address'>]-?: string }
type Path = FieldPath<CompanyValues>

const numbers = ['payment_days', 'fiscal_year_start'] as const

/** Returns the company as the form edits it. */
export function companyValues(company: Company): CompanyValues {
  const { logo: _logo, next_number: _next, version: _version, address, ...values } = company
  const { street, postal_code, city, state, country } = values
  // One that was written before it had parts is edited as a whole.
  const isWhole = [street, postal_code, city, state, country].every((part) => part === '')
  return {
    ...values,
    street: isWhole ? address : street,
    payment_days: String(company.payment_days),
    tax_rate: digits(decimalOf(company.tax_rate)),
    fiscal_year_start: String(company.fiscal_year_start),
  }
}

/** Returns what saving the form sends; a number that isn’t one is NaN. */
export function companyInput(values: CompanyValues): CompanyInput {
  const texts = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, text.trim()]))
  const rate = values.tax_rate.trim() === '' ? typedDecimal('0') : typedDecimal(values.tax_rate)
  return {
    ...(texts as CompanyValues), // of the same names
    ...(Object.fromEntries(numbers.map((name) => [name, Number(values[name])])) as Record<
      (typeof numbers)[number],
      number
    >),
    address: '',
    tax_rate: rate ? Number(digits(rate)) : Number.NaN,
  }
}

/** Lists what is wrong with the form, as the path of an input and a message. */
export function* companyProblems(values: CompanyValues): Generator<readonly [path: string, message: string]> {
  for (const { path, message } of CompanyInput.safeParse(companyInput(values)).error?.issues ?? [])
    yield [path.map(String).join('.'), message]
}

const paths = new Set(Object.keys(CompanyInput.shape).filter((name) => name !== 'address'))

/** Returns the input that a name of the request belongs to; undefined when the form has no such input. */
export const companyPathOf = (name: string): Path | undefined =>
  paths.has(name) ? (name as Path) : undefined

/** Merges my edits of the company with the changes of others. */
export const mergeCompany = (versions: Versions<CompanyValues>): Merge<CompanyValues, Path> =>
  mergeVersions(versions, inputs)

const input = inputsOf<CompanyValues>()

const inputs = [
  input('name', 'Company name'),
  input('street', 'Address'),
  input('postal_code', 'Postal code'),
  input('city', 'City'),
  input('state', 'State or region'),
  input('country', 'Country'),
  input('contact_name', 'Contact'),
  input('phone', 'Phone'),
  input('email', 'Email'),
  input('tax_number', 'Tax number'),
  input('bank_details', 'Bank details'),
  input('payment_link', 'Online payment'),
  input('invoice_footer', 'Footer'),
  input('payment_days', 'Payment terms', (days) => termsText(Number(days))),
  input('currency', 'Currency'),
  input('tax_rate', 'Tax rate', (rate) => `${rate}%`),
  input('number_pattern', 'Number format'),
  input('time_zone', 'Time zone'),
  input('fiscal_year_start', 'Fiscal year starts in', (month) => monthName(Number(month))),
]
