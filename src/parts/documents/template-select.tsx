import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { usualDefaults } from '#api/company.ts'
import { type DraftForm, draftFormOf } from '#api/invoice-draft.ts'
import { templates } from '#api/templates.ts'
import type { DocumentKind } from '#contract/documents.ts'
import type { Template } from '#contract/templates.ts'
import { Select } from '#kit/select.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import type { Day } from '#lib/calendar.ts'
import { addDays } from '#lib/typed-date.ts'

import { type DocumentValues, emptySection } from './document-values.ts'

type Content = Pick<DocumentValues, 'title' | 'sections' | 'draft' | 'endsOn'>

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
    line_items: line_items.map((line, id) => ({ ...line, id, kind: 'item' as const })),
  })

/** What a document begins with by that template; without lines of its own, those of `draft` stay. Placeholders are filled when it is sent. */
export function templateContent(
  template: Pick<Template, 'subject' | 'sections' | 'line_items' | 'currency'>,
  draft: DraftForm,
): Pick<Content, 'title' | 'sections' | 'draft'> {
  const { currency, lines } = templateDraft(template)
  return {
    title: template.subject,
    sections: template.sections.map((section) => ({ ...emptySection(), ...section })),
    draft: template.line_items.length === 0 ? draft : { ...draft, currency, lines },
  }
}

/** The template that a new document begins with, if the account has one. */
export function useUsualTemplate(kind: DocumentKind): { template: Template | undefined; isPending: boolean } {
  const list = useQuery(templates.list(kind))
  const usual = list.data?.find(({ is_default }) => is_default)
  const one = useQuery({ ...templates.one(usual?.id ?? 0), enabled: usual !== undefined })
  const isPending = list.isPending || (usual !== undefined && one.isPending)
  return { template: one.data, isPending }
}

interface Props {
  kind: DocumentKind
  /** The content as it is now. */
  read: () => Content
  onContent: (content: Content) => void
}

/** Which template a new document is written with; choosing one replaces title, text and lines, which can be undone. */
export function TemplateSelect({ kind, read, onContent }: Props) {
  const today = useToday()
  const queryClient = useQueryClient()
  const { data: choices = [] } = useQuery(templates.list(kind))
  const { template } = useUsualTemplate(kind)
  const [value, setValue] = useState(String(template?.id ?? ''))
  if (choices.length === 0) return null
  const apply = (next: string, content: Content) => {
    const { title, sections, draft, endsOn } = read()
    setValue(next)
    onContent(content)
    void toast.success(next === '' ? 'Template removed' : 'Template applied', {
      id: 'template-applied',
      undo: () => {
        setValue(value)
        onContent({ title, sections, draft, endsOn })
      },
    })
  }
  const choose = async (next: string) => {
    const { draft, endsOn } = read()
    if (next === '') return apply('', { title: '', sections: [emptySection()], draft, endsOn })
    try {
      const chosen = await queryClient.fetchQuery(templates.one(Number(next)))
      const last = chosen.valid_days === null ? endsOn : lastDayOf(kind, today, chosen)
      apply(next, { ...templateContent(chosen, draft), endsOn: last })
    } catch {
      void toast({ id: 'template-failed', color: 'red', message: 'Couldn’t load this template. Try again.' })
    }
  }
  return (
    <Select
      label="Template"
      value={value}
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
      data={[
        { value: '', label: 'None' },
        ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  )
}
