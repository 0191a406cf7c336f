import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type CustomFieldConfig, fieldType } from '#contract/customers/custom-fields.ts'
import { type BusinessKey, businessKeys, customerPart } from '#contract/customers/customers.ts'
import { joinName, parseName } from '#contract/wire/multipart.ts'

import {
  customerEntries,
  customerFingerprint,
  customerForm,
  emptyCustomer,
  fieldKey,
  formPathOf,
  readableName,
} from './customer-form.ts'

const field = (id: number, type: number, more: Partial<CustomFieldConfig> = {}): CustomFieldConfig => ({
  id,
  type,
  name: `Field ${id}`,
  key: `key_${id}`,
  required: false,
  ...more,
})

const fields = [
  field(3, fieldType.text),
  field(7, fieldType.file, {
    fields: { fileConfig: { acceptFile: ['pdf', 'JPG'], allowMultiple: true, maxFiles: 3 } },
  }),
  field(9, 42),
]

test('a complete form is sent under exactly the specification’s field names', () => {
  const photo = new File(['x'], 'photo.webp')
  const scan = new File(['x'], 'scan.jpeg')
  const entries = customerEntries(
    {
      ...emptyCustomer(),
      name: ' Ada ',
      last_name: 'Byron',
      email: 'ada@example.com',
      phone: '1',
      photo,
      business: { ...emptyCustomer().business, company_name: 'Engines' },
      texts: { [fieldKey(3)]: 'red', [fieldKey(9)]: 'nobody asked' },
      files: { [fieldKey(7)]: [scan] },
      permissions: [4, 16],
    },
    fields,
  )
  expect(entries).toEqual([
    ['email', 'ada@example.com'],
    ['name', 'Ada'],
    ['last_name', 'Byron'],
    ['phone', '1'],
    ['business_information[company_name]', 'Engines'],
    ['profile_photo_path', photo],
    ['permissions[invoice][view-invoice]', '1'],
    ['permissions[meeting][view-meeting]', '1'],
    ['custom_fields[3][key]', 'key_3'],
    ['custom_fields[3][value]', 'red'],
    ['custom_fields[7][key]', 'key_7'],
    ['custom_fields[7][file_upload][formats][]', 'JPG'],
    ['custom_fields[7][file_upload][files][]', scan],
  ])
})

test('the service accepts every name a form can send', () => {
  const text = fc.string()
  const customer = fc.record({
    name: text,
    last_name: text,
    email: text,
    phone: text,
    photo: fc.constantFrom(null, new File(['x'], 'a.png')),
    business: fc.record(
      Object.fromEntries(businessKeys.map((key) => [key, text])) as Record<BusinessKey, typeof text>,
    ),
    texts: fc.dictionary(fc.integer({ min: 1, max: 9 }).map(fieldKey), text),
    files: fc.dictionary(
      fc.integer({ min: 1, max: 9 }).map(fieldKey),
      fc.array(fc.constantFrom(new File(['x'], 'a.pdf'), new File(['y'], 'b'))),
    ),
    permissions: fc.subarray([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]),
  })
  fc.assert(
    fc.property(customer, (given) => {
      const entries = customerEntries({ ...emptyCustomer(), ...given }, fields)
      for (const [name] of entries) {
        const path = parseName(name)
        expect(path && joinName(path)).toBe(name)
        expect(path && customerPart(path), name).toBeDefined()
      }
      expect([...customerForm({ ...emptyCustomer(), ...given }, fields).keys()]).toEqual(
        entries.map(([name]) => name),
      )
    }),
  )
})

test.each([
  ['email', 'email'],
  ['profile_photo_path', 'photo'],
  ['business_information[company_name]', 'business.company_name'],
  ['business_information.company_name', 'business.company_name'],
  ['custom_fields[3][value]', 'texts.f3'],
  ['custom_fields.3.value', 'texts.f3'],
  ['custom_fields[3][key]', 'texts.f3'],
  ['custom_fields[7][file_upload][files][]', 'files.f7'],
  ['custom_fields[7][file_upload][files][1]', 'files.f7'],
  ['custom_fields.7.file_upload.files.0', 'files.f7'],
  ['permissions[invoice][view-invoice]', 'permissions'],
  ['custom_fields[3]', 'texts.f3'],
  ['custom_fields.3', 'texts.f3'],
  ['custom_fields.7', 'files.f7'],
  ['custom_fields[9][value]', undefined],
  ['custom_fields[99][value]', undefined],
  ['__proto__', undefined],
  ['nonsense', undefined],
])('an error for %s is shown at %s', (name, path) => {
  expect(formPathOf(name, fields)).toBe(path)
})

test('only a changed form has a different fingerprint', () => {
  const ada = { ...emptyCustomer(), name: 'Ada' }
  expect(customerFingerprint(ada, fields)).toBe(customerFingerprint({ ...ada }, fields))
  expect(customerFingerprint({ ...ada, permissions: [4] }, fields)).not.toBe(customerFingerprint(ada, fields))
  const photo = (size: number) => ({
    ...ada,
    photo: new File(['x'.repeat(size)], 'a.png', { lastModified: 1 }),
  })
  expect(customerFingerprint(photo(1), fields)).not.toBe(customerFingerprint(photo(2), fields))
})

test.each([
  ['custom_fields[9][value]', 'Field 9'],
  ['custom_fields.9', 'Field 9'],
  ['custom_fields[424242][value]', 'Custom field'],
  ['tax_id', 'Tax id'],
  ['business_information[vat_number]', 'Vat number'],
  ['billing.tax_id.0', 'Tax id'],
])('an error for %s without an input is shown under “%s”', (name, label) => {
  expect(readableName(name, fields)).toBe(label)
})

test('phone numbers and the website are normalized before they are sent', () => {
  const { business } = emptyCustomer()
  const entries = new Map(
    customerEntries(
      {
        ...emptyCustomer(),
        phone: ' 0044  7700 900141',
        business: { ...business, company_website: 'example.com', fax: '0044 1', company_phone: 'ask Maria' },
      },
      fields,
    ),
  )
  expect(entries.get('phone')).toBe('+44 7700 900141')
  expect(entries.get('business_information[company_website]')).toBe('https://example.com')
  expect(entries.get('business_information[fax]')).toBe('+44 1')
  expect(entries.get('business_information[company_phone]')).toBe('ask Maria')
})
