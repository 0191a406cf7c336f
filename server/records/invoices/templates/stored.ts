import { type InvoiceTemplate, invoiceTemplates } from '#contract/invoices/templates.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type RowOf, storedRecords } from '#server/records/resources/stored-records.ts'

import { lookOr } from './rows.ts'

type Row = RowOf<'invoice_templates'>

export const storedInvoiceTemplates = storedRecords(invoiceTemplates, {
  table: 'invoice_templates',

  columnsOf: ({ name, is_default, ...look }) => ({
    name,
    is_default: is_default ? (1 as const) : (0 as const),
    look: JSON.stringify({
      layout: look.layout,
      color: look.color,
      logo_position: look.logo_position,
      language: look.language,
      intro: look.intro.replaceAll('\r\n', '\n'),
      closing: look.closing.replaceAll('\r\n', '\n'),
    }),
  }),

  shown,

  said: ({ name, is_default, look }) => ({ name, is_default: is_default === 1, ...lookOr(look) }),

  async prepare(trx, { is_default }, before) {
    if (is_default === 0 || before?.is_default === 1) return
    // The default becomes one of the others; someone who edits it is asked to look again.
    await trx
      .update('invoice_templates')
      .set((eb) => ({ is_default: 0, version: eb('version', '+', 1) }))
      .where('is_default', '=', 1)
      .execute()
  },
})

/** Returns all of them, by name. */
export async function listInvoiceTemplates(tenant: Tenant): Promise<InvoiceTemplate[]> {
  const rows = await tenant
    .select('invoice_templates')
    .select(['id', 'name', 'is_default', 'look', 'created_at', 'updated_at', 'version'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map(shown)
}

function shown({ look, is_default, ...row }: Row): InvoiceTemplate {
  return { ...row, ...lookOr(look), is_default: is_default === 1 }
}
