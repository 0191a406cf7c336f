import * as z from 'zod/mini'

import { Logo } from '../invoices/document-sender.ts'
import { longestInvoice } from '../invoices/limits.ts'
import { longestPattern, parseNumberPattern } from '../invoices/number-pattern.ts'
import { paymentLinkProblem } from '../invoices/payment-link.ts'
import { countryCodeOf } from '../values/countries.ts'
import { atMost, block, line } from '../values/texts.ts'
import { endpoint } from '../wire/endpoint.ts'

/** Surface X: the company behind an account, as its documents say it. */

/** Longest text each value may have, in characters (UTF-16 units); addresses and bank details also in lines. */
export const longestCompany = {
  name: 200,
  address: 500,
  place: 120,
  postalCode: 20,
  contact: 200,
  taxNumber: 60,
  bankDetails: 500,
  paymentLink: 500,
  footer: 1_000,
  lines: 8,
} as const

/** Lines as they are printed one below the other. */
const lines = (name: string, most: number) =>
  block(name, most).check(
    z.refine(
      (text) => text.split('\n').length <= longestCompany.lines,
      `Use at most ${longestCompany.lines} lines`,
    ),
  )

const pattern = z.string('number_pattern must be text').check(
  z.trim(),
  z.maxLength(longestPattern, atMost(longestPattern)),
  z.superRefine((text, context) => {
    const read = parseNumberPattern(text)
    if ('problem' in read) context.addIssue({ code: 'custom', message: read.problem, input: text })
  }),
)

const terms = `payment_days must be between 0 and ${longestInvoice.paymentDays}`
const month = 'fiscal_year_start must be a month from 1 to 12'

/** The company as people who manage settings write it. */
export const CompanyInput = z.object({
  name: line('name', longestCompany.name).check(z.minLength(1, 'Enter your company’s name')),
  /** The postal address, one line below the other, unless its parts are given. */
  address: lines('address', longestCompany.address),
  /** The parts of the address. Those of before stay unless any is given or `address` differs. */
  street: z.optional(lines('street', longestCompany.address)),
  postal_code: z.optional(line('postal_code', longestCompany.postalCode)),
  city: z.optional(line('city', longestCompany.place)),
  state: z.optional(line('state', longestCompany.place)),
  /** Its English name. */
  country: z.optional(
    line('country', longestCompany.place).check(
      z.refine((name) => name === '' || countryCodeOf(name) !== undefined, 'Choose a country from the list'),
    ),
  ),
  /** Who answers questions about invoices, printed below the address; what isn’t given stays. */
  contact_name: z.optional(line('contact_name', longestCompany.contact)),
  phone: z.optional(line('phone', longestCompany.contact)),
  email: z.optional(line('email', longestCompany.contact)),
  tax_number: line('tax_number', longestCompany.taxNumber),
  bank_details: lines('bank_details', longestCompany.bankDetails),
  /** Where invoices are paid online, with `{number}`, `{amount}` and `{currency}`; empty for nowhere, and what isn’t given stays. */
  payment_link: z.optional(
    line('payment_link', longestCompany.paymentLink).check(
      z.superRefine((text, context) => {
        const message = paymentLinkProblem(text)
        if (message !== undefined) context.addIssue({ code: 'custom', message, input: text })
      }),
    ),
  ),
  /** Below everything else on invoices. */
  invoice_footer: block('invoice_footer', longestCompany.footer),
  /** Defaults of new invoices: days until they’re due, … */
  payment_days: z.int(terms).check(z.gte(0, terms), z.lte(longestInvoice.paymentDays, terms)),
  /** … their currency, … */
  currency: z
    .string('Choose a currency')
    .check(z.regex(/^[A-Z]{3}$/, 'Use a three-letter currency code, like EUR')),
  /** … and the rate of tax, in percent. */
  tax_rate: z
    .number('Enter a tax rate, like 21 or 8.875')
    .check(z.gte(0, 'Enter 0 or more'), z.lte(100, 'Enter 100 or less')),
  /** See `number-pattern.ts`. */
  number_pattern: pattern,
  /** An IANA name, such as `Europe/Berlin`: where the company’s days begin and end. */
  time_zone: z
    .string('Choose a time zone')
    .check(z.minLength(1, 'Choose a time zone'), z.maxLength(60, 'Choose a time zone')),
  /** The first month of the fiscal year. */
  fiscal_year_start: z.int(month).check(z.gte(1, month), z.lte(12, month)),
})
export type CompanyInput = z.infer<typeof CompanyInput>

const { street, postal_code, city, state, country, contact_name, phone, email, payment_link } =
  CompanyInput.shape

/** The company, and the count of the invoice that is sent next. `version` is in the ETag. */
export const Company = z.extend(CompanyInput, {
  street: z.nonoptional(street),
  postal_code: z.nonoptional(postal_code),
  city: z.nonoptional(city),
  state: z.nonoptional(state),
  country: z.nonoptional(country),
  contact_name: z.nonoptional(contact_name),
  phone: z.nonoptional(phone),
  email: z.nonoptional(email),
  payment_link: z.nonoptional(payment_link),
  logo: z.nullable(Logo),
  next_number: z.int(),
  version: z.int(),
})
export type Company = z.infer<typeof Company>

/** Who answers questions about a document, in a line. */
export const contactOf = (company: Pick<Company, 'contact_name' | 'phone' | 'email'>): string =>
  [company.contact_name, company.phone, company.email].filter((text) => text !== '').join(' · ')

const path = '/api/x/company'

export const showCompany = endpoint({
  surface: 'x',
  method: 'GET',
  path,
  text: 'the company as documents say it, what new invoices start with, how numbers are written (`number_pattern`), `time_zone`, `fiscal_year_start` (1 to 12) and `logo`; `next_number` is the count of the next invoice; the version is the `ETag`',
  response: z.object({ data: Company }),
})

export const updateCompany = endpoint({
  surface: 'x',
  method: 'PUT',
  path,
  text: 'replaces all of it but the logo; with `street`, `postal_code`, `city`, `state` or `country` these make up `address`, and without them and `contact_name`, `phone`, `email` and `payment_link` (where invoices are paid online, with `{number}`, `{amount}` and `{currency}`) those stay; sent documents stay as they are',
  needsVersion: true,
  isIdempotent: true,
  ability: 'settings.manage',
  body: CompanyInput,
  response: z.object({ data: Company }),
})

export const uploadLogo = endpoint({
  surface: 'x',
  method: 'PUT',
  path: `${path}/logo`,
  text: 'a form with an image as `logo` (PNG, JPEG, WebP or GIF, at most 5 MiB), which is drawn anew as a PNG; of two the later one counts',
  isIdempotent: true,
  ability: 'settings.manage',
  bodyType: 'multipart',
  response: z.object({ data: Company }),
})

export const removeLogo = endpoint({
  surface: 'x',
  method: 'DELETE',
  path: `${path}/logo`,
  text: 'removes it; documents that were sent with it keep it',
  ability: 'settings.manage',
  response: z.object({ data: Company }),
})
