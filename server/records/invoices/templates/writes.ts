import { type InvoiceTemplateInput, mostInvoiceTemplates } from '#contract/invoice-templates.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { auditChanges } from '#server/platform/audit/record.ts'
import { HttpError, invalidField } from '#server/platform/http/errors.ts'
import { now } from '#server/platform/lib/clock.ts'
import {
  type Actor,
  type Changes,
  changesBetween,
  recordActivity,
} from '#server/records/customers/activity.ts'

import { type InvoiceTemplateRow, readInvoiceTemplateRow } from './rows.ts'

type Columns = Pick<InvoiceTemplateRow, 'name' | 'is_default' | 'look'>

/** Adds an invoice template, with activity. Returns its id. Throws 409 for one too many. */
export async function addInvoiceTemplate(
  tenant: Tenant,
  actor: Actor,
  input: InvoiceTemplateInput,
): Promise<number> {
  await tenant.lock('invoice-templates')
  const { count } = await tenant
    .select('invoice_templates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostInvoiceTemplates)
    throw new HttpError(
      'CONFLICT',
      `An account can have up to ${mostInvoiceTemplates} invoice templates. Delete one first.`,
    )
  const columns = columnsOf(input)
  if (columns.is_default === 1) await dropDefault(tenant)
  const created_at = now()
  const id = await tenant.insertOne('invoice_templates', { ...columns, created_at, updated_at: created_at })
  await record(
    tenant,
    actor,
    { id, name: columns.name },
    {
      event: 'created',
      description: 'Invoice template created',
      changes: changesBetween<object>({}, said(columns)),
    },
  )
  return id
}

/** Updates the template, with activity; writes nothing if nothing changed. Throws 404 and 412. */
export async function updateInvoiceTemplate(
  tenant: Tenant,
  actor: Actor,
  { id, version }: { readonly id: number; readonly version: number },
  input: InvoiceTemplateInput,
): Promise<void> {
  await tenant.lock('invoice-templates')
  const row = await readInvoiceTemplateRow(tenant, id, { forChange: true })
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const columns = columnsOf(input)
  const changes = changesBetween<object>(said(row), said(columns))
  if (Object.keys(changes).length === 0) return
  if (columns.is_default === 1 && row.is_default === 0) await dropDefault(tenant)
  await tenant
    .update('invoice_templates')
    .set({ ...columns, updated_at: now(), version: version + 1 })
    .where('id', '=', id)
    .execute()
  await record(
    tenant,
    actor,
    { id, name: columns.name },
    {
      event: 'updated',
      description: 'Invoice template changed',
      changes,
    },
  )
}

/** Deletes the template, with activity; its customers get the default. Throws 404. */
export async function deleteInvoiceTemplate(tenant: Tenant, actor: Actor, id: number): Promise<void> {
  await tenant.lock('invoice-templates')
  const row = await readInvoiceTemplateRow(tenant, id, { forChange: true })
  // Customers keep its id, which no other ever gets: everywhere, one that is gone means the default.
  await tenant.delete('invoice_templates').where('id', '=', id).execute()
  await record(tenant, actor, row, {
    event: 'deleted',
    description: 'Invoice template deleted',
    changes: auditChanges(said(row), null),
  })
}

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
  await tenant.lock('invoice-templates')
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
    title: `${changed.name} ${changed.last_name}`.trim(),
    event: 'updated',
    description: 'Invoice template changed',
    changes: { invoice_template: { from: nameOf(before), to: nameOf(template) } },
  })
}

/** Makes the current default one of the others. Its version changes, so someone who is editing it sees that it did. */
const dropDefault = (tenant: Tenant) =>
  tenant
    .update('invoice_templates')
    .set((eb) => ({ is_default: 0, version: eb('version', '+', 1) }))
    .where('is_default', '=', 1)
    .execute()

const columnsOf = ({ name, is_default, ...look }: InvoiceTemplateInput): Columns => ({
  name,
  is_default: is_default ? 1 : 0,
  look: JSON.stringify({
    layout: look.layout,
    color: look.color,
    logo_position: look.logo_position,
    language: look.language,
    intro: look.intro.replaceAll('\r\n', '\n'),
    closing: look.closing.replaceAll('\r\n', '\n'),
  }),
})

/** What the activity says of it. */
const said = ({ name, is_default, look }: Columns) => ({
  name,
  is_default: is_default === 1,
  ...(JSON.parse(look) as object),
})

const record = (
  tenant: Tenant,
  actor: Actor,
  { id, name }: { readonly id: number; readonly name: string },
  what: { readonly event: string; readonly description: string; readonly changes?: Changes },
) =>
  recordActivity(tenant, actor, {
    customerId: null,
    subject: { type: 'invoice_template', id },
    title: name,
    ...what,
  })
