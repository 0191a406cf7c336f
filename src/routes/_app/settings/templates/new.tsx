import { createFileRoute } from '@tanstack/react-router'

import { useBlankDraft } from '#parts/lines/blank-draft.ts'
import { NewRecord } from '#parts/records/new-record.tsx'

import { templateKind } from '../-templates/template-kind.ts'
import { newTemplate } from '../-templates/template-values.ts'

export const Route = createFileRoute('/_app/settings/templates/new')({
  component: NewTemplate,
})

function NewTemplate() {
  const draft = useBlankDraft()
  return <NewRecord kind={templateKind} start={draft && newTemplate('invoice_email', draft)} />
}
