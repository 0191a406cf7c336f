import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { templates } from '#api/templates.ts'
import type { DocumentKind } from '#contract/documents.ts'
import type { Template } from '#contract/templates.ts'
import { Select } from '#kit/select.tsx'
import { toast } from '#kit/toast.ts'

import { type DocumentValues, emptySection } from './document-values.ts'

type Texts = Pick<DocumentValues, 'title' | 'sections'>

/** Initial content of a document by that template. Placeholders are filled when it is sent. */
export const templateTexts = ({ subject, sections }: Pick<Template, 'subject' | 'sections'>): Texts => ({
  title: subject,
  sections: sections.map((section) => ({ ...emptySection(), ...section })),
})

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
  /** The texts as they are now. */
  read: () => Texts
  onTexts: (texts: Texts) => void
}

/** Which template a new document is written with; choosing one replaces title and text, which can be undone. */
export function TemplateSelect({ kind, read, onTexts }: Props) {
  const queryClient = useQueryClient()
  const { data: choices = [] } = useQuery(templates.list(kind))
  const { template } = useUsualTemplate(kind)
  const [value, setValue] = useState(String(template?.id ?? ''))
  if (choices.length === 0) return null
  const apply = (next: string, texts: Texts) => {
    const before = { value, title: read().title, sections: read().sections }
    setValue(next)
    onTexts(texts)
    void toast.success(next === '' ? 'Template removed' : 'Template applied', {
      id: 'template-applied',
      undo: () => {
        setValue(before.value)
        onTexts(before)
      },
    })
  }
  const choose = async (next: string) => {
    if (next === '') return apply('', { title: '', sections: [emptySection()] })
    try {
      apply(next, templateTexts(await queryClient.fetchQuery(templates.one(Number(next)))))
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
