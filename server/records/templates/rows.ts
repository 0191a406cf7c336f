import type { EmailTexts, TemplateSummary } from '#contract/account/templates.ts'
import type { TemplateKind } from '#contract/values/placeholders.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

const summaryColumns = [
  'id',
  'kind',
  'name',
  'is_default',
  'subject',
  'send_after_days',
  'created_at',
  'updated_at',
] as const

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

/** Returns the template that new emails of that kind start with; undefined where none was chosen. */
export const readDefaultTemplate = (tenant: Tenant, kind: TemplateKind): Promise<EmailTexts | undefined> =>
  tenant
    .select('templates')
    .select(['subject', 'message'])
    .where('kind', '=', kind)
    .where('is_default', '=', 1)
    .limit(1)
    .executeTakeFirst()
