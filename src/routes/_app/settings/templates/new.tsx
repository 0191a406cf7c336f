import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'

import { draftName, session } from '#api/session.ts'
import { templates } from '#api/templates.ts'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { TemplateForm } from '../-templates/template-form.tsx'
import {
  fingerprint,
  newTemplate,
  templateInput,
  templatePathOf,
  templateProblems,
} from '../-templates/template-values.ts'

export const Route = createFileRoute('/_app/settings/templates/new')({ component: NewTemplate })

function NewTemplate() {
  const { data: current } = useSuspenseQuery(session.current())
  const navigate = useNavigate()
  const editor = useRecordForm({
    draftName: draftName('template:new', current),
    fingerprint,
    start: { values: newTemplate('invoice_email'), version: '' },
    check: templateProblems,
    mutation: templates.create(),
    requestOf: (values, attempt) => ({ input: templateInput(values), ...attempt }),
    pathOf: templatePathOf,
    onSaved: () => {
      void navigate({ to: '/settings/templates', replace: true })
      void toast.success('Template created')
    },
  })
  return <TemplateForm title="New text template" isNew editor={editor} />
}
