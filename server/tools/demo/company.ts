import sharp from 'sharp'

import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { toTaxRate } from '#server/platform/lib/money.ts'
import { readCompany } from '#server/records/company/versions.ts'

import { taxPercent } from './invoices.ts'

/** The sender of the demo’s documents. Numbers and addresses belong to nobody. */
const demoCompany = {
  address: '4 Vinkenkade\n1011 ZZ Amsterdam\nNetherlands',
  street: '4 Vinkenkade',
  postal_code: '1011 ZZ',
  city: 'Amsterdam',
  country: 'Netherlands',
  contact_name: 'Robin Finch',
  phone: '+31 20 555 0101',
  email: 'studio@harborandfinch.example',
  tax_number: 'NL000000000B00',
  bank_details: 'Quayside Bank\nIBAN NL04 QUAY 0000 0000 00\nBIC QUAYNL2A',
  invoice_footer:
    'Goods remain our property until they are paid for in full.\nHarbor & Finch Studio B.V. · Chamber of Commerce 00000000',
  payment_days: 30,
  currency: 'EUR',
  tax_rate: toTaxRate(taxPercent),
}

/** Says who the demo’s business is, once; its documents state it from the first one on. */
export async function addCompany({ files }: Pick<Context, 'files'>, tenant: Tenant): Promise<void> {
  if (await findVersion(tenant)) return
  const png = await logo()
  const { width, height } = await sharp(png).metadata()
  const token = await files.commitBytes(png)
  const isAdded = await tenant.transaction(async (trx) => {
    await trx.lock('company')
    if (await findVersion(trx)) return false
    const { id: _id, logo: _logo, logo_id: _none, ...before } = await readCompany(trx)
    const created_at = now()
    const logo_id = await trx.insertOne('company_logos', {
      token,
      bytes: png.length,
      width,
      height,
      created_at,
    })
    await trx.insertOne('company_versions', { ...before, ...demoCompany, logo_id, created_at })
    return true
  })
  if (!isAdded) await files.remove([token])
}

/** A finch over the water of a harbor, in the dashboard’s green. */
const logo = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="320" height="320" fill="#115e59">
        <path d="M22 62c10-30 40-40 60-24l18 4-14 8c2 22-14 36-34 36-10 0-18-4-26-10l-16 6z"/>
        <circle cx="78" cy="44" r="4" fill="#fff"/>
        <path d="M10 100q12.5-10 25 0t25 0 25 0 25 0" fill="none" stroke="#115e59" stroke-width="7" stroke-linecap="round"/>
      </svg>`,
    ),
  )
    .png({ compressionLevel: 9 })
    .toBuffer()

const findVersion = (tenant: Tenant) =>
  tenant.select('company_versions').select('id').limit(1).executeTakeFirst()
