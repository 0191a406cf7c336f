import { invoiceTemplates } from '#contract/invoices/templates.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { type Actor, recordActivity } from '#server/platform/audit/activity.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'
import { fullName } from '#server/records/customers/columns.ts'

/** Returns the template of the customer's invoices; null for the default. Throws 404. */
export async function readChosen(tenant: Tenant, customer: number): Promise<number | null> {
  const row = await tenant
    .select('customers')
    .leftJoin('invoice_templates', (join) =>
      join
        .onRef('invoice_templates.id', '=', 'customers.invoice_template_id')
        .on('invoice_templates.account_id', '=', tenant.account),
    )
    .select('invoice_templates.id')
    .where('customers.id', '=', customer)
    .executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row.id
}

/** Chooses the template of the customer's invoices, with activity. Throws 404 and 422. */
export async function choose(
  tenant: Tenant,
  actor: Actor,
  customer: number,
  template: number | null,
): Promise<void> {
  await tenant.lock(invoiceTemplates.record)
  const before = await readChosen(tenant, customer)
  if (before === template) return
  const all = await tenant.select('invoice_templates').select(['id', 'name']).execute()
  const nameOf = (id: number | null) => all.find((one) => one.id === id)?.name ?? null
  if (template !== null && nameOf(template) === null)
    throw invalidField('invoice_template_id', 'Choose a template from this account')
  const changed = await tenant
    .update('customers')
    .set({ invoice_template_id: template })
    .where('id', '=', customer)
    .returning(['name', 'last_name'])
    .executeTakeFirst()
  // Deleted since it was read.
  if (!changed) throw new HttpError('NOT_FOUND')
  await recordActivity(tenant, actor, {
    customerId: customer,
    title: fullName(changed),
    event: 'updated',
    description: 'Invoice template changed',
    changes: { invoice_template: { from: nameOf(before), to: nameOf(template) } },
  })
}
