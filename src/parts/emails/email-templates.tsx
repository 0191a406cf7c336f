import { Modal, Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { type PlaceholderSource, templates } from '#api/templates.ts'
import {
  type EmailTexts,
  type TemplateSummary,
  fillEmail,
  usualTemplate,
} from '#contract/account/templates.ts'
import { type DocumentLook, standardLook } from '#contract/invoices/looks.ts'
import type { PlaceholderValues, TemplateKind } from '#contract/values/placeholders.ts'
import { Select } from '#kit/select.tsx'
import { toast } from '#kit/toast.ts'
import { languageNames } from '#parts/invoices/language-names.ts'

/** Somebody reads and changes the email first; the service fills it once more when it is sent. */
const isAgain = { isAgain: true } as const

/** The templates of an email about a record. */
export interface EmailTemplates {
  readonly kind: TemplateKind
  readonly choices: readonly TemplateSummary[]
  readonly values: PlaceholderValues
  /** The default template, and the content of the email by it. */
  readonly start: { readonly id: number; readonly texts: EmailTexts } | undefined
}

/**
 * Reads the templates of an email about that record; undefined until they are there. Without them there are none. The first result
 * stays, because the dialog would otherwise close and lose what was typed while changed templates are read.
 */
export function useEmailTemplates(
  kind: TemplateKind,
  source: PlaceholderSource,
  look?: DocumentLook,
): EmailTemplates | undefined {
  const read = useTemplatesNow(kind, source, look)
  const [kept, setKept] = useState(read)
  if (!kept && read) setKept(read)
  return kept ?? read
}

/** Reads them; undefined also while those that a change made necessary are read. */
function useTemplatesNow(
  kind: TemplateKind,
  source: PlaceholderSource,
  { language }: DocumentLook = standardLook,
): EmailTemplates | undefined {
  const list = useQuery(templates.list(kind))
  const choices = list.data ?? []
  const usual = usualTemplate(choices, language)
  const one = useQuery({ ...templates.one(usual?.id ?? 0), enabled: usual !== undefined })
  const values = useQuery({ ...templates.values(source), enabled: choices.length > 0 })
  const waits =
    list.isPending || (usual !== undefined && one.isPending) || (choices.length > 0 && values.isPending)
  if (waits) return undefined
  if (!values.data) return { kind, choices: [], values: {}, start: undefined }
  const start = one.data && { id: one.data.id, texts: fillEmail(one.data, values.data, isAgain) }
  return { kind, choices, values: values.data, start }
}

/** The dialog of an email until its templates are there. */
export const EmailPending = ({ title, onClose }: { title: string; onClose: () => void }) => (
  <Modal opened onClose={onClose} title={title} size="lg">
    <Skeleton height={320} />
  </Modal>
)

interface Props {
  templates: EmailTemplates
  /** Content of the email without a template. */
  usual: EmailTexts
  onTexts: (texts: EmailTexts) => void
}

/** Which template the email is written with; choosing one replaces subject and message. */
export function EmailTemplateSelect({ templates: { choices, values, start }, usual, onTexts }: Props) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState(String(start?.id ?? ''))
  if (choices.length === 0) return null
  const choose = async (value: string) => {
    if (value === '') {
      setChosen('')
      return onTexts({ subject: usual.subject, message: usual.message })
    }
    try {
      const template = await queryClient.fetchQuery(templates.one(Number(value)))
      setChosen(value)
      onTexts(fillEmail(template, values, isAgain))
    } catch {
      void toast({ id: 'email-template', color: 'red', message: 'Couldn’t load this template. Try again.' })
    }
  }
  return (
    <Select
      label="Template"
      value={chosen}
      onChange={({ currentTarget }) => void choose(currentTarget.value)}
      data={[
        { value: '', label: 'None' },
        ...choices.map(({ id, name, language }) => ({
          value: String(id),
          label: language === null ? name : `${name} (${languageNames[language]})`,
        })),
      ]}
    />
  )
}
