import { type EmailTexts, type TemplateSummary, ownFirst } from '#contract/account/templates.ts'
import type { InvoiceLanguage } from '#contract/invoices/looks.ts'
import type { TemplateKind } from '#contract/values/placeholders.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

const summaryColumns = [
  'id',
  'kind',
  'name',
  'is_default',
  'subject',
  'send_after_days',
  'language',
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

/** Returns the template that new emails of that kind start with in that language; undefined where none was chosen. */
export async function readDefaultTemplate(
  tenant: Tenant,
  kind: TemplateKind,
  language: InvoiceLanguage,
): Promise<EmailTexts | undefined> {
  const defaults = await tenant
    .select('templates')
    .select(['subject', 'message', 'language'])
    .where('kind', '=', kind)
    .where('is_default', '=', 1)
    .execute()
  return ownFirst(defaults, language)[0]
}
