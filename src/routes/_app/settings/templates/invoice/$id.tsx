import { Button, Group } from '@mantine/core'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { invoiceTemplates } from '#api/invoice-templates.ts'
import { draftName, session } from '#api/session.ts'
import type { InvoiceTemplate } from '#contract/invoice-templates.ts'
import { RecordFormPending } from '#kit/record-form-pending.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { DeleteTemplateDialog } from '../../-templates/delete-template-dialog.tsx'
import { LookForm } from '../../-templates/look-form.tsx'
import { lookInput, lookPathOf, lookProblems, lookValues, mergeLooks } from '../../-templates/look-values.ts'

export const Route = createFileRoute('/_app/settings/templates/invoice/$id')({
  loader: ({ params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  },
  component: EditInvoiceTemplate,
})

function EditInvoiceTemplate() {
  const { id } = Route.useParams()
  return <LoadedForm key={id} id={Number(id)} />
}

function LoadedForm({ id }: { id: number }) {
  // What is edited is what was read first; later versions are merged when it is saved.
  const [first, setFirst] = useState<InvoiceTemplate>()
  const one = useQuery({ ...invoiceTemplates.one(id), staleTime: 0, enabled: first === undefined })
  if (!first && one.data && !one.isFetching) setFirst(one.data)
  if (first) return <EditForm start={first} />
  return <RecordFormPending title="Edit invoice template" isWide record={one} />
}

const asValues = (template: InvoiceTemplate) => ({
  values: lookValues(template),
  version: `"${template.version}"`,
})

function EditForm({ start }: { start: InvoiceTemplate }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { id } = start
  const [base] = useState(() => asValues(start))
  const [isDeleting, setDeleting] = useState(false)
  const { data: current } = useSuspenseQuery(session.current())
  const leave = () => void navigate({ to: '/settings/templates', replace: true })
  const editor = useRecordForm({
    draftName: draftName(`invoice-template:${id}`, current),
    start: base,
    check: lookProblems,
    mutation: invoiceTemplates.update(id),
    requestOf: (values, attempt) => ({ input: lookInput(values), ...attempt }),
    pathOf: lookPathOf,
    others: {
      latest: async () =>
        asValues(await queryClient.fetchQuery({ ...invoiceTemplates.one(id), staleTime: 0 })),
      merge: mergeLooks,
    },
    onSaved: () => {
      leave()
      void toast.success('Template saved')
    },
  })
  return (
    <LookForm title="Edit invoice template" isNew={false} editor={editor}>
      <Group mt="md">
        <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
          Delete template
        </Button>
      </Group>
      {isDeleting && (
        <DeleteTemplateDialog
          template={start}
          mutation={invoiceTemplates.remove()}
          onDeleted={() => void editor.draft.close().then(leave)}
          onClose={() => setDeleting(false)}
        >
          Drafts that use <bdi>{start.name}</bdi> will switch to{' '}
          {start.is_default
            ? 'the standard look'
            : 'the default template, or to the standard look if there isn’t one'}
          . Sent invoices don’t change.
        </DeleteTemplateDialog>
      )}
    </LookForm>
  )
}
