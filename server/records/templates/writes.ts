import { type TemplateInput, mostTemplates } from '#contract/templates.ts'
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

import { type TemplateRow, readTemplateRow } from './rows.ts'

type Columns = Omit<TemplateRow, 'id' | 'created_at' | 'updated_at' | 'version'>

/** Which record, and the version that was read. */
interface Versioned {
  readonly id: number
  readonly version: number
}

/** Adds a template, with activity. Returns its id. Throws 409 for one too many. */
export async function addTemplate(tenant: Tenant, actor: Actor, input: TemplateInput): Promise<number> {
  await tenant.lock('templates')
  const { count } = await tenant
    .select('templates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= mostTemplates)
    throw new HttpError('CONFLICT', `An account can have up to ${mostTemplates} templates. Delete one first.`)
  const columns = columnsOf(input)
  if (columns.is_default === 1) await dropDefault(tenant, columns.kind)
  const created_at = now()
  const id = await tenant.insertOne('templates', { ...columns, created_at, updated_at: created_at })
  await record(tenant, actor, id, columns, {
    event: 'created',
    description: 'Template created',
    changes: changesOf(undefined, columns),
  })
  return id
}

/** Makes the template what the input says, with activity; without a change it writes nothing. Throws 404, 412 and 422. */
export async function updateTemplate(
  tenant: Tenant,
  actor: Actor,
  { id, version }: Versioned,
  input: TemplateInput,
): Promise<void> {
  await tenant.lock('templates')
  const row = await readTemplateRow(tenant, id, { forChange: true })
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  const columns = columnsOf(input)
  if (columns.kind !== row.kind) throw invalidField('kind', 'The kind of a template can’t be changed')
  if (fields.every((name) => columns[name] === row[name])) return
  const changes = changesOf(row, columns)
  if (columns.is_default === 1 && row.is_default === 0) await dropDefault(tenant, columns.kind)
  await tenant
    .update('templates')
    .set({ ...columns, updated_at: now(), version: version + 1 })
    .where('id', '=', id)
    .execute()
  await record(tenant, actor, id, columns, { event: 'updated', description: 'Template changed', changes })
}

/** Deletes the template, with activity. Throws 404. */
export async function deleteTemplate(tenant: Tenant, actor: Actor, id: number): Promise<void> {
  await tenant.lock('templates')
  const row = await readTemplateRow(tenant, id, { forChange: true })
  await tenant.delete('templates').where('id', '=', id).execute()
  await record(tenant, actor, id, row, {
    event: 'deleted',
    description: 'Template deleted',
    changes: auditChanges(said(row), null),
  })
}

/** The default of a kind becomes one of the others; someone who edits it is asked to look again. */
async function dropDefault(tenant: Tenant, kind: TemplateRow['kind']): Promise<void> {
  await tenant
    .update('templates')
    .set((eb) => ({ is_default: 0, version: eb('version', '+', 1) }))
    .where('kind', '=', kind)
    .where('is_default', '=', 1)
    .execute()
}

const unixLines = (text: string) => text.replaceAll('\r\n', '\n')

const columnsOf = ({ kind, name, is_default, subject, message, sections }: TemplateInput): Columns => ({
  kind,
  name,
  is_default: is_default ? 1 : 0,
  subject,
  message: unixLines(message),
  sections: JSON.stringify(sections.map(({ heading, text }) => ({ heading, text: unixLines(text) }))),
})

const fields = ['kind', 'name', 'is_default', 'subject', 'message', 'sections'] as const

/** What the activity says of the change: of long texts, how long they are. */
const changesOf = (from: Columns | undefined, to: Columns): Changes =>
  changesBetween<object>(from ? said(from) : {}, said(to))

const said = ({ is_default, sections, ...columns }: Columns) => ({
  ...columns,
  is_default: is_default === 1,
  sections: sizeOf(JSON.parse(sections) as TemplateInput['sections']),
})

function sizeOf(sections: TemplateInput['sections']): string {
  const length = sections.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0)
  return sections.length === 0 ? '' : `${sections.length} (${length.toLocaleString('en-US')} characters)`
}

const record = (
  tenant: Tenant,
  actor: Actor,
  id: number,
  { name }: Pick<Columns, 'name'>,
  what: { readonly event: string; readonly description: string; readonly changes?: Changes },
) =>
  recordActivity(tenant, actor, { customerId: null, subject: { type: 'template', id }, title: name, ...what })
