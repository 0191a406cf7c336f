import { type Template, type TemplateInput, templates } from '#contract/templates.ts'
import { invalidField } from '#server/platform/lib/http-error.ts'
import { storedRecords } from '#server/records/resources/stored-records.ts'

export const storedTemplates = storedRecords(templates, {
  table: 'templates',

  columnsOf: ({ kind, name, is_default, subject, message, sections }) => ({
    kind,
    name,
    is_default: is_default ? (1 as const) : (0 as const),
    subject,
    message: unixLines(message),
    sections: JSON.stringify(sections.map(({ heading, text }) => ({ heading, text: unixLines(text) }))),
  }),

  shown: (row) => ({
    ...row,
    is_default: row.is_default === 1,
    sections: JSON.parse(row.sections) as Template['sections'],
  }),

  // Of long texts, how long they are.
  said: ({ is_default, sections, ...columns }) => ({
    ...columns,
    is_default: is_default === 1,
    sections: sizeOf(JSON.parse(sections) as TemplateInput['sections']),
  }),

  async prepare(trx, { kind, is_default }, before) {
    if (before && before.kind !== kind) throw invalidField('kind', 'The kind of a template can’t be changed')
    if (is_default === 0 || before?.is_default === 1) return
    // The default of a kind becomes one of the others; someone who edits it is asked to look again.
    await trx
      .update('templates')
      .set((eb) => ({ is_default: 0, version: eb('version', '+', 1) }))
      .where('kind', '=', kind)
      .where('is_default', '=', 1)
      .execute()
  },
})

const unixLines = (text: string) => text.replaceAll('\r\n', '\n')

function sizeOf(sections: TemplateInput['sections']): string {
  const length = sections.reduce((sum, { heading, text }) => sum + heading.length + text.length, 0)
  return sections.length === 0 ? '' : `${sections.length} (${length.toLocaleString('en-US')} characters)`
}
