import { type CustomerBilling, noBilling } from '#contract/customers/billing.ts'
import { dayMs } from '#contract/values/durations.ts'
import type { Context } from '#server/context.ts'
import { demoStaff } from '#server/platform/access/staff/demo-staff.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { readCompany } from '#server/records/company/versions.ts'
import { contactColumns } from '#server/records/contacts/columns.ts'
import { customerColumns } from '#server/records/customers/columns.ts'
import { type NewInvoice, addInvoices } from '#server/records/invoices/insert.ts'
import { currentLook } from '#server/records/invoices/templates/rows.ts'
import { addServices } from '#server/records/services/insert.ts'

import { readPayers } from './bulk.ts'
import { demoServices } from './catalogue.ts'
import { addOtherContacts } from './contacts.ts'
import { demoFieldRows } from './fields.ts'
import { demoInvoices } from './invoices.ts'
import { people } from './people.ts'
import { pdf, portrait, swatch } from './pictures.ts'

type Person = (typeof people)[number]

/** Fills an account with those people as customers, their invoices, and the rest of what it sells; once. */
export async function addCustomers(
  { files }: Context,
  tenant: Tenant,
  owner: number,
  people: readonly Person[],
) {
  // Files first: nothing but statements runs inside the transaction.
  const pictures = await Promise.all(
    people.map(async (_person, index) => ({
      photo:
        index % 11 === 7
          ? undefined
          : await storedFile(files, `portrait-${index + 1}.png`, 'image/png', await portrait(index + 1)),
      pictures:
        index % 4 === 0
          ? [
              await storedFile(files, 'workshop.png', 'image/png', await swatch(index)),
              await storedFile(files, 'sample.png', 'image/png', await swatch(index + 9)),
            ]
          : [],
      agreement:
        index % 3 === 0
          ? await storedFile(files, 'agreement.pdf', 'application/pdf', pdf(`Agreement ${index + 1}`))
          : undefined,
    })),
  )
  await tenant.transaction(async (trx) => {
    await trx.lock('demo')
    // Files made in vain are swept with whatever else no row names.
    const isFilled = await trx.select('custom_fields').select('custom_fields.id').limit(1).executeTakeFirst()
    if (isFilled) return
    const fieldIds = await trx.insert('custom_fields', demoFieldRows(owner))
    for (const [index, person] of people.entries()) {
      const filesOf = pictures[index] as (typeof pictures)[number] // one entry a person
      await addCustomer(trx, { person, index, owner, fieldIds, ...filesOf })
    }
    await addOtherContacts(trx)
    await addServices(trx, demoServices)
    const payers = await readPayers(trx, people.length)
    // None of them has a language or a template of their own.
    const look = JSON.stringify(await currentLook(trx, payers[0]?.id ?? 0, await readCompany(trx)))
    const invoices = demoInvoices(payers, Date.now()).map((invoice) => ({ ...invoice, look }))
    const ids = await addInvoices(trx, invoices)
    await trx.insert(
      'activity_log',
      invoices.flatMap((invoice, index) => sentEntry(invoice, ids[index] as number)), // one id an invoice
    )
  })
}

async function storedFile(files: Context['files'], name: string, mediaType: string, bytes: Buffer) {
  return { name, mediaType, bytes: bytes.length, token: await files.commitBytes(bytes) }
}

type Kept = Awaited<ReturnType<typeof storedFile>>

interface DemoCustomer {
  person: Person
  index: number
  owner: number
  fieldIds: readonly number[]
  photo: Kept | undefined
  pictures: readonly Kept[]
  agreement: Kept | undefined
}

const grants = [
  [4, 8, 12, 16],
  [],
  [4],
  [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  [4, 2, 12],
  [8, 16, 13],
]
const sources = ['Recommendation', 'Search', 'Fair', 'Walk-in']

/** Numbers belong to nobody. A business elsewhere in the EU that gives its VAT number owes the tax itself: none of them has. */
function billingOf(index: number, country: string): CustomerBilling {
  const number = `NL${String(index + 1).padStart(9, '0')}B01`
  return {
    ...noBilling,
    tax_number: country === 'Netherlands' ? number : '',
    reference: index % 3 === 0 ? `PO-${4100 + index}` : 'Accounts payable',
    email: index % 4 === 0 ? `invoices@studio${index + 1}.example` : '',
  }
}

async function addCustomer(
  trx: Tenant,
  { person, index, owner, fieldIds, photo, pictures, agreement }: DemoCustomer,
) {
  const [name, last_name, company_name, city, country] = person
  const created = Date.now() - daysAgo(index) * dayMs - index * 977_000
  const created_at = timestamp(created)
  const domain = `studio${index + 1}.example`
  const business = {
    company_name,
    company_email: `hello@${domain}`,
    company_website: `https://www.${domain}`,
    company_phone: `+44 20 7946 0${String(100 + index)}`,
    address_1: `${index + 3} Harbor Street`,
    city,
    country,
    zip_code: String(10_000 + index * 137),
  }
  const row = customerColumns({
    name,
    last_name,
    email: `contact${index + 1}@${domain}`,
    phone: `+44 7700 900${String(100 + index)}`,
    business,
    permissions: grants[index % grants.length] ?? [],
    processor_linked: index % 3 !== 1,
    created_at,
  })
  const customer_id = await trx.insertOne('customers', {
    ...row,
    billing: JSON.stringify(billingOf(index, country)),
  })
  await trx.insert('contacts', [
    {
      ...contactColumns({
        customer_id,
        name,
        last_name,
        email: row.email,
        phone: row.phone,
        company_name,
      }),
      created_at,
      updated_at: created_at,
    },
  ])

  const value = (position: number, text: string | null) => ({
    owner_id: owner,
    customer_id,
    custom_field_id: fieldIds[position] as number, // positions of demoFields
    value: text,
    created_at,
    updated_at: created_at,
  })
  await trx.insert('custom_field_values', [
    value(0, sources[index % sources.length] ?? null),
    value(1, `HF-${String(1000 + index)}`),
    ...(index % 2 === 0
      ? [value(2, 'Likes to see two drafts side by side.\nBest reached in the morning.')]
      : []),
  ])
  const fileRow = (file: Kept, custom_field_value_id: number | null) => ({
    customer_id,
    custom_field_value_id,
    token: file.token,
    name: file.name,
    media_type: file.mediaType,
    inline: file.mediaType.startsWith('image/') ? 1 : 0,
    bytes: file.bytes,
    created_at,
  })
  for (const [position, group] of [
    [3, agreement ? [agreement] : []],
    [4, pictures],
  ] as const) {
    if (group.length === 0) continue
    const valueId = await trx.insertOne('custom_field_values', value(position, null))
    await trx.insert(
      'files',
      group.map((file) => fileRow(file, valueId)),
    )
  }
  if (photo) {
    const photoId = await trx.insertOne('files', fileRow(photo, null))
    await trx.update('customers').set({ photo_file_id: photoId }).where('id', '=', customer_id).execute()
  }
  const title = `${name} ${last_name}`
  await trx.insert('activity_log', [createdEntry(customer_id, title, created)])
  if (index % 2 === 1) await trx.insert('notes', [noteOf(customer_id, title, created + 2 * dayMs)])
}

/** Most were customers before the first of the invoices, which go back a year; one in five is new. */
const daysAgo = (index: number) => (people.length - index) * 6 + (index < people.length * 0.8 ? 380 : 0)

const entryOf = (customer_id: number, subject_title: string, at: number) => ({
  customer_id,
  note: null,
  subject_id: customer_id,
  subject_type: 'customer',
  subject_title,
  caused_by: demoStaff.name,
  created_at: timestamp(at),
})

const createdEntry = (customer_id: number, name: string, at: number) => ({
  ...entryOf(customer_id, name, at),
  description: 'Customer created',
  event: 'created',
})

const sentEntry = ({ customer_id, invoice_number = '', status, created_at = '' }: NewInvoice, id: number) =>
  status === 'draft'
    ? []
    : {
        ...entryOf(customer_id, invoice_number, Date.parse(created_at)),
        description: 'Invoice sent',
        event: 'sent',
        subject_id: id,
        subject_type: 'invoice',
      }

const noteOf = (customer_id: number, name: string, at: number) => ({
  ...entryOf(customer_id, name, at),
  description: 'Note added',
  note: 'Called about the autumn order. Wants the samples before the end of the month, and a quote for twice the amount.',
  event: 'note',
})
