import { fieldType } from '#contract/customers/custom-fields.ts'
import { type BusinessKey, businessKeys } from '#contract/customers/customers.ts'
import { fieldColumn } from '#contract/exports.ts'
import { fold } from '#contract/values/folding.ts'
import type { Field } from '#server/platform/lists/import-kind.ts'

import { type Definition, isInUse } from './field-definitions.ts'

const personFields: readonly Field[] = [
  field('email', 'Email', 'always', {
    names: ['e mail', 'mail', 'email address', 'e mail address', 'mail address'],
    hint: 'Rows are matched with existing customers by email.',
  }),
  field('name', 'First name', 'new', { names: ['firstname', 'given name', 'forename', 'first'] }),
  field('last_name', 'Last name', 'new', { names: ['lastname', 'surname', 'family name', 'last'] }),
  field('phone', 'Phone', 'new', {
    names: ['phone number', 'telephone', 'tel', 'mobile', 'mobile phone', 'cell', 'cell phone'],
  }),
]

const businessFields: Readonly<Record<BusinessKey, readonly [label: string, ...names: string[]]>> = {
  company_name: ['Company name', 'company', 'organization', 'business', 'business name'],
  company_phone: ['Company phone', 'business phone', 'office phone'],
  company_email: ['Company email', 'business email', 'office email'],
  company_website: ['Website', 'company website', 'web site', 'url', 'homepage', 'web'],
  address_1: ['Address line 1', 'address', 'address 1', 'street', 'street address'],
  address_2: ['Address line 2', 'address 2', 'apartment', 'suite'],
  country: ['Country', 'country region', 'country code'],
  city: ['City', 'town', 'locality'],
  state: ['State', 'province', 'region', 'state province', 'county'],
  zip_code: ['ZIP code', 'zip', 'postal code', 'postcode', 'post code'],
  fax: ['Fax', 'fax number'],
}

const billingFields: readonly Field[] = [
  field('tax_number', 'Tax number', 'never', {
    names: ['tax id', 'vat', 'vat id', 'vat number', 'vat no', 'vat registration number', 'ust id', 'gstin'],
  }),
  field('billing_email', 'Email for invoices', 'never', {
    names: ['billing email', 'invoice email', 'accounts email'],
  }),
  field('billing_reference', 'Reference on invoices', 'never', {
    names: ['billing reference', 'buyer reference', 'leitweg id', 'reference'],
  }),
  field('electronic_address', 'Electronic address', 'never', {
    names: ['peppol id', 'peppol', 'endpoint id'],
    hint: 'A scheme and the address in it, such as 9930:DE123456789.',
  }),
  field('billing_currency', 'Currency', 'never', {
    names: ['billing currency', 'invoice currency'],
    hint: 'A code of three letters, such as EUR.',
  }),
  field('payment_days', 'Payment terms', 'never', {
    names: ['payment days', 'terms', 'days until due'],
    hint: 'In days.',
  }),
]

const permissions = field('permissions', 'Permissions', 'never', {
  names: ['permission'],
  hint: 'Names such as view-invoice, separated by spaces or commas.',
})

/** Returns what a column of customers can be imported as. Files can't be: they are added to the customer later. */
export const importFields = (definitions: readonly Definition[]): Field[] => [
  ...personFields,
  ...businessKeys.map((key) => {
    const [label, ...names] = businessFields[key]
    return field(key, label, key === 'company_name' ? 'new' : 'never', { names })
  }),
  permissions,
  ...customFields(definitions),
  // After custom fields, which may have the names of some.
  ...billingFields,
]

const customFields = (definitions: readonly Definition[]): Field[] =>
  definitions
    .filter((field) => field.type !== fieldType.file && isInUse(field))
    .map(({ key, name, required, fields }) =>
      field(fieldColumn(key), name, required === 1 ? 'new' : 'never', {
        names: [key.replaceAll('_', ' '), fold(name)],
        hint: fields?.options ? `One of: ${fields.options.filter(Boolean).join(', ')}.` : '',
        options: fields?.options?.filter((option) => option !== null) ?? [],
      }),
    )

function field(
  key: string,
  label: string,
  required: Field['required'],
  { names, hint = '', options = [] }: { names: readonly string[]; hint?: string; options?: string[] },
): Field {
  // Customers are matched by email.
  return { key, label, required, hint, is_repeatable: false, can_be_same: key !== 'email', options, names }
}
