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

interface Props {
  kind: DocumentKind
  /** The template that it begins with. */
  chosen: number | undefined
  /** The texts as they are now. */
  read: () => Texts
  onTexts: (texts: Texts) => void
}

/** Which template a new document is written with; choosing one replaces title and text, which can be undone. */
export function TemplateSelect({ kind, chosen, read, onTexts }: Props) {
  const queryClient = useQueryClient()
  const { data: choices = [] } = useQuery(templates.list(kind))
  const [value, setValue] = useState(String(chosen ?? ''))
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
