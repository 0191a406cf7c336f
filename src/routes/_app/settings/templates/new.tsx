import { createFileRoute } from '@tanstack/react-router'

import { NewRecord } from '#parts/records/new-record.tsx'

import { templateKind } from '../-templates/template-kind.ts'
import { newTemplate } from '../-templates/template-values.ts'

export const Route = createFileRoute('/_app/settings/templates/new')({
  component: NewTemplate,
})

function NewTemplate() {
  return <NewRecord kind={templateKind} start={newTemplate('invoice_email')} />
}
