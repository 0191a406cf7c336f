import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'

import { invoiceTemplates } from '#api/invoice-templates.ts'
import { draftName, session } from '#api/session.ts'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { LookForm } from '../../-templates/look-form.tsx'
import { lookInput, lookPathOf, lookProblems, newLook } from '../../-templates/look-values.ts'

export const Route = createFileRoute('/_app/settings/templates/invoice/new')({
  component: NewInvoiceTemplate,
})

function NewInvoiceTemplate() {
  const { data: current } = useSuspenseQuery(session.current())
  const navigate = useNavigate()
  const editor = useRecordForm({
    draftName: draftName('invoice-template:new', current),
    start: { values: newLook, version: '' },
    check: lookProblems,
    mutation: invoiceTemplates.create(),
    requestOf: (values, attempt) => ({ input: lookInput(values), ...attempt }),
    pathOf: lookPathOf,
    onSaved: () => {
      void navigate({ to: '/settings/templates', replace: true })
      void toast.success('Template created')
    },
  })
  return <LookForm title="New invoice template" isNew editor={editor} />
}
