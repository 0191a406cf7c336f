import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { templates } from '#api/templates.ts'
import type { Template } from '#contract/account/templates.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { Select } from '#kit/select.tsx'
import { toast } from '#kit/toast.ts'
import { useToday } from '#kit/today.ts'

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

interface Props {
  kind: DocumentKind
  /** The content as it is now. */
  read: () => TemplateContent
  onContent: (content: TemplateContent) => void
}

/** Which template a new document is written with; choosing one replaces title, text and lines, which can be undone. */
export function TemplateSelect({ kind, read, onContent }: Props) {
  const today = useToday()
  const queryClient = useQueryClient()
  const { data: choices = [] } = useQuery(templates.list(kind))
  const { template } = useUsualTemplate(kind)
  const [value, setValue] = useState(String(template?.id ?? ''))
  if (choices.length === 0) return null
  const apply = (next: string, content: TemplateContent) => {
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
