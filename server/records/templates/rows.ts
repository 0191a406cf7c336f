import type { Selectable } from 'kysely'

import type { TemplateKind } from '#contract/placeholders.ts'
import type { Template, TemplateSummary } from '#contract/templates.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { TemplateTable } from '#server/platform/db/tables/templates.ts'
import { HttpError } from '#server/platform/http/errors.ts'

/** A template as it is stored. */
export type TemplateRow = Omit<Selectable<TemplateTable>, 'account_id'>

const summaryColumns = ['id', 'kind', 'name', 'is_default', 'subject', 'created_at', 'updated_at'] as const
const columns = [...summaryColumns, 'message', 'sections', 'version'] as const

/** Returns all templates, or those of a kind, by kind and name. */
export async function listTemplates(tenant: Tenant, kind?: TemplateKind): Promise<TemplateSummary[]> {
  const rows = await tenant
    .select('templates')
    .select(summaryColumns)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as TemplateKind))
    .orderBy('kind')
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ ...row, is_default: row.is_default === 1 }))
}

/** Reads the template; with `forChange`, it is locked until the end of the transaction. Throws 404. */
export async function readTemplateRow(
  tenant: Tenant,
  id: number,
  { forChange = false }: { readonly forChange?: boolean } = {},
): Promise<TemplateRow> {
  const query = tenant.select('templates').select(columns).where('id', '=', id)
  const row = await (forChange ? tenant.dialect.forNoKeyUpdate(query) : query).executeTakeFirst()
  if (!row) throw new HttpError('NOT_FOUND')
  return row
}

/** Reads the template as the wire has it. Throws 404. */
export async function readTemplate(tenant: Tenant, id: number): Promise<Template> {
  return toTemplate(await readTemplateRow(tenant, id))
}

/** Returns the template that new ones of that kind start with; undefined where none was chosen. */
export async function readDefaultTemplate(tenant: Tenant, kind: TemplateKind): Promise<Template | undefined> {
  const row = await tenant
    .select('templates')
    .select(columns)
    .where('kind', '=', kind)
    .where('is_default', '=', 1)
    .limit(1)
    .executeTakeFirst()
  return row && toTemplate(row)
}

export const toTemplate = (row: TemplateRow): Template => ({
  ...row,
  is_default: row.is_default === 1,
  sections: JSON.parse(row.sections) as Template['sections'],
})
