import { Button, Group } from '@mantine/core'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { draftName, session } from '#api/session.ts'
import { templates } from '#api/templates.ts'
import type { Template } from '#contract/templates.ts'
import { RecordFormPending } from '#kit/record-form-pending.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { DeleteTemplateDialog } from '../-templates/delete-template-dialog.tsx'
import { TemplateForm } from '../-templates/template-form.tsx'
import {
  fingerprint,
  mergeTemplates,
  templateInput,
  templatePathOf,
  templateProblems,
  templateValues,
} from '../-templates/template-values.ts'

export const Route = createFileRoute('/_app/settings/templates/$id')({
  loader: ({ params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  },
  component: EditTemplate,
})

function EditTemplate() {
  const { id } = Route.useParams()
  return <LoadedForm key={id} id={Number(id)} />
}

function LoadedForm({ id }: { id: number }) {
  // What is edited is what was read first; later versions are merged when it is saved.
  const [first, setFirst] = useState<Template>()
  const one = useQuery({ ...templates.one(id), staleTime: 0, enabled: first === undefined })
  if (!first && one.data && !one.isFetching) setFirst(one.data)
  if (first) return <EditForm start={first} />
  return <RecordFormPending title="Edit template" record={one} />
}

const asValues = (template: Template) => ({
  values: templateValues(template),
  version: `"${template.version}"`,
})

function EditForm({ start }: { start: Template }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { id } = start
  const [base] = useState(() => asValues(start))
  const [isDeleting, setDeleting] = useState(false)
  const { data: current } = useSuspenseQuery(session.current())
  const leave = () => void navigate({ to: '/settings/templates', replace: true })
  const editor = useRecordForm({
    draftName: draftName(`template:${id}`, current),
    fingerprint,
    start: base,
    check: templateProblems,
    mutation: templates.update(id),
    requestOf: (values, attempt) => ({ input: templateInput(values), ...attempt }),
    pathOf: templatePathOf,
    others: {
      latest: async () => asValues(await queryClient.fetchQuery({ ...templates.one(id), staleTime: 0 })),
      merge: mergeTemplates,
    },
    onSaved: () => {
      leave()
      void toast.success('Template saved')
    },
  })
  return (
    <TemplateForm title="Edit template" isNew={false} editor={editor}>
      <Group mt="md">
        <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
          Delete template
        </Button>
      </Group>
      {isDeleting && (
        <DeleteTemplateDialog
          template={start}
          mutation={templates.remove()}
          onDeleted={() => void editor.draft.close().then(leave)}
          onClose={() => setDeleting(false)}
        >
          <bdi>{start.name}</bdi> can’t be chosen any more. What was written with it stays.
        </DeleteTemplateDialog>
      )}
    </TemplateForm>
  )
}
