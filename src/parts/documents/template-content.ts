import { usualDefaults } from '#api/company.ts'
import { type DraftForm, asLines, draftFormOf } from '#api/invoice-draft.ts'
import type { Template } from '#contract/account/templates.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import type { Day } from '#lib/calendar.ts'
import { addDays } from '#lib/typed-date.ts'

import { type DocumentValues, emptySection } from './document-values.ts'

/** What a template gives a document. */
export type TemplateContent = Pick<DocumentValues, 'template' | 'title' | 'sections' | 'draft' | 'endsOn'>

/** How long a proposal is valid unless its template says otherwise. */
const usualDays = 30

/** The last day of a document that is written today by that template. */
export const lastDayOf = (kind: DocumentKind, today: Day, template?: Pick<Template, 'valid_days'>): Day =>
  kind === 'proposal' ? addDays(today, template?.valid_days ?? usualDays) : ''

/** The lines of a template as their form holds them. */
export const templateDraft = ({
  line_items,
  currency,
}: Pick<Template, 'line_items' | 'currency'>): DraftForm =>
  draftFormOf({
    customer_id: 0,
    customer_name: '',
    customer_email: '',
    currency: currency ?? usualDefaults.currency,
    payment_days: 0,
    due_date: '',
    notes: '',
    line_items: asLines(line_items),
  })

/** What a document begins with by that template; without lines of its own, those of `draft` stay. Placeholders are filled when it is sent. */
export function templateContent(
  template: Pick<Template, 'id' | 'subject' | 'sections' | 'line_items' | 'currency'>,
  draft: DraftForm,
): Pick<TemplateContent, 'template' | 'title' | 'sections' | 'draft'> {
  const { currency, lines } = templateDraft(template)
  return {
    template: String(template.id),
    title: template.subject,
    sections: template.sections.map((section) => ({ ...emptySection(), ...section })),
    draft: template.line_items.length === 0 ? draft : { ...draft, currency, lines },
  }
}
