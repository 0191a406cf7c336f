import type { Selectable } from 'kysely'

import { type Template, type TemplateInput, templates } from '#contract/account/templates.ts'
import type { InvoiceLanguage } from '#contract/invoices/looks.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { TemplateTable } from '#server/platform/db/tables/templates.ts'
import { invalidField } from '#server/platform/lib/http-error.ts'
import { toAttachment } from '#server/records/attachments/stored-files.ts'
import { storedRecords } from '#server/records/resources/stored-records.ts'

import { readTemplateFiles } from './files.ts'

export const storedTemplates = storedRecords(templates, {
  table: 'templates',

  columnsOf: ({ kind, name, is_default, subject, message, sections, line_items = [], ...input }) => ({
    kind,
    name,
    is_default: is_default ? (1 as const) : (0 as const),
    subject,
    message: unixLines(message),
    sections: JSON.stringify(sections.map(({ heading, text }) => ({ heading, text: unixLines(text) }))),
    send_after_days: input.send_after_days ?? null,
    language: input.language ?? null,
    line_items: line_items.length === 0 ? null : JSON.stringify(line_items),
    currency: line_items.length === 0 ? null : (input.currency ?? null),
    valid_days: input.valid_days ?? null,
  }),

  shown: async (row, tenant) => ({
    ...row,
    is_default: row.is_default === 1,
    sections: JSON.parse(row.sections) as Template['sections'],
    line_items: JSON.parse(row.line_items ?? '[]') as Template['line_items'],
    attachments: (await readTemplateFiles(tenant, row.id)).map(toAttachment),
  }),

  // Of long texts, how long they are.
  said: ({ is_default, sections, ...columns }) => ({
    ...columns,
    is_default: is_default === 1,
    sections: sizeOf(JSON.parse(sections) as TemplateInput['sections']),
  }),

  async prepare(trx, { kind, is_default, language, send_after_days }, before) {
    if (before && before.kind !== kind) throw invalidField('kind', 'The kind of a template can’t be changed')
    if (send_after_days !== null) await requireFreeDay(trx, { send_after_days, language }, before?.id)
    if (is_default === 0 || (before?.is_default === 1 && before.language === language)) return
    // The default of a kind in this language becomes one of the others; someone who edits it is asked to look again.
    await trx
      .update('templates')
      .set((eb) => ({ is_default: 0, version: eb('version', '+', 1) }))
      .where('kind', '=', kind)
      .where('is_default', '=', 1)
      .where(...ofLanguage(language))
      .where('id', '<>', before?.id ?? 0)
      .execute()
  },
})

/** Of two reminders on one day in one language, only one could be sent. The caller holds the lock of all templates. */
async function requireFreeDay(
  trx: Tenant,
  { send_after_days: days, language }: Pick<Selectable<TemplateTable>, 'send_after_days' | 'language'>,
  except = 0,
): Promise<void> {
  const other = await trx
    .select('templates')
    .select('name')
    .where('send_after_days', '=', days)
    .where(...ofLanguage(language))
    .where('id', '<>', except)
    .executeTakeFirst()
  if (other) throw invalidField('send_after_days', `“${other.name}” is sent on that day. Choose another one`)
}

const ofLanguage = (language: InvoiceLanguage | null) =>
  ['language', language === null ? 'is' : '=', language] as const

const unixLines = (text: string) => text.replaceAll('\r\n', '\n')

function sizeOf(sections: TemplateInput['sections']): string {
  const length = sections.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0)
  return sections.length === 0 ? '' : `${sections.length} (${length.toLocaleString('en-US')} characters)`
}
