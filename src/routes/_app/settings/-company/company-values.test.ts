import { expect, test } from 'vitest'

import type { Company } from '#contract/account/company.ts'

import { companyInput, companyProblems, companyValues, mergeCompany } from './company-values.ts'

const company: Company = {
  name: 'Nordlys Studio',
  address: 'Skippergata 4\n9008 Tromsø\nNorway',
  street: 'Skippergata 4',
  postal_code: '9008',
  city: 'Tromsø',
  state: '',
  country: 'Norway',
  contact_name: '',
  phone: '',
  email: '',
  tax_number: '',
  bank_details: '',
  payment_link: '',
  invoice_footer: '',
  payment_days: 14,
  currency: 'NOK',
  tax_rate: 8.875,
  number_pattern: 'INV-{year}-{number:4}',
  time_zone: 'Europe/Oslo',
  fiscal_year_start: 7,
  logo: null,
  next_number: 3,
  version: 2,
}
const values = companyValues(company)

test('a form that nobody has changed saves the company as it is', () => {
  const { logo: _logo, next_number: _next, version: _version, ...input } = company
  // Its parts make it up again.
  expect(companyInput(values)).toEqual({ ...input, address: '' })
  expect([...companyProblems(values)]).toEqual([])
})

test('an address that was written before it had parts is edited as a whole', () => {
  const parts = { street: '', postal_code: '', city: '', country: '' }
  expect(companyValues({ ...company, ...parts }).street).toBe(company.address)
})

test('an empty tax rate is none, a comma is a decimal point, and anything else is asked about', () => {
  expect(companyInput({ ...values, tax_rate: '' }).tax_rate).toBe(0)
  expect(companyInput({ ...values, tax_rate: '21,5' }).tax_rate).toBe(21.5)
  expect([...companyProblems({ ...values, tax_rate: 'a fifth' })]).toEqual([
    ['tax_rate', 'Enter a tax rate, like 21 or 8.875'],
  ])
})

test('changes of different inputs by two people are all kept, and what both changed is asked about', () => {
  const mine = { ...values, name: 'Nordlys', payment_days: '30' }
  const theirs = { ...values, tax_number: 'NO 987', payment_days: '7' }
  const { merged, conflicts, taken } = mergeCompany({ base: values, mine, theirs })
  expect(merged).toEqual({ ...mine, tax_number: 'NO 987' })
  expect(taken).toEqual(['Tax number'])
  expect(conflicts.map(({ label, mine: own, theirs: other }) => [label, own.text, other.text])).toEqual([
    ['Payment terms', 'Due in 30 days', 'Due in 7 days'],
  ])
})
