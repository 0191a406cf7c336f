import { useQuery, useQueryClient } from '@tanstack/react-query'

import { templates } from '#api/templates.ts'
import type { Template } from '#contract/account/templates.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { Select } from '#kit/select.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'
import { listText } from '#lib/locale.ts'

import { emptySection } from './document-values.ts'
import { type TemplateContent, lastDayOf, templateContent } from './template-content.ts'

/** The template that a new document begins with, if the account has one. */
export function useUsualTemplate(kind: DocumentKind): { template: Template | undefined; isPending: boolean } {
  const list = useQuery(templates.list(kind))
  const usual = list.data?.find(({ is_default }) => is_default)
  const one = useQuery({ ...templates.one(usual?.id ?? 0), enabled: usual !== undefined })
  const isPending = list.isPending || (usual !== undefined && one.isPending)
  return { template: one.data, isPending }
}

/** The files of the template that a new document is written from. */
export function useTemplateFiles(template: string): Template['attachments'] {
  const { data } = useQuery({ ...templates.one(Number(template)), enabled: template !== '' })
  return data?.attachments ?? []
}

interface Props {
  kind: DocumentKind
  /** The id of the template; empty for none. */
  value: string
  error: string | undefined
  /** The content as it is now. */
  read: () => TemplateContent
  onContent: (content: TemplateContent) => void
}

/**
 * Which template a new document is written from. Choosing one replaces title, text and lines, which can be undone; its files are
 * attached when the document is saved.
 */
export function TemplateSelect({ kind, value, error, read, onContent }: Props) {
  const today = useToday()
  const queryClient = useQueryClient()
  const { data: choices = [] } = useQuery(templates.list(kind))
  const files = useTemplateFiles(value)
  const isGone = value !== '' && choices.every(({ id }) => String(id) !== value)
  if (choices.length === 0 && !isGone) return null
  const apply = (content: TemplateContent) => {
    const { template, title, sections, draft, endsOn } = read()
    onContent(content)
    void toast.success(content.template === '' ? 'Template removed' : 'Template applied', {
      id: 'template-applied',
      undo: () => onContent({ template, title, sections, draft, endsOn }),
    })
  }
  const choose = async (next: string) => {
    const { draft, endsOn, ...content } = read()
    // What was written with a template that was deleted stays.
    if (next === '' && (isGone || error !== undefined))
      return onContent({ ...content, draft, endsOn, template: '' })
    if (next === '') return apply({ template: '', title: '', sections: [emptySection()], draft, endsOn })
    try {
      const chosen = await queryClient.fetchQuery(templates.one(Number(next)))
      const last = chosen.valid_days === null ? endsOn : lastDayOf(kind, today, chosen)
      apply({ ...templateContent(chosen, draft), endsOn: last })
    } catch {
      void toast({ id: 'template-failed', color: 'red', message: 'Couldn’t load this template. Try again.' })
    }
  }
  return (
    <Select
      label="Template"
      value={value}
      error={error}
      description={
        files.length > 0 &&
        `Attaches ${listText(
          files.map(({ name }) => name),
          'and',
        )}`
      }
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
      data={[
        { value: '', label: 'None' },
        ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
        ...(isGone ? [{ value, label: 'Deleted template' }] : []),
      ]}
    />
  )
}
