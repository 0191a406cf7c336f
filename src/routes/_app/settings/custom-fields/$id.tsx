import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { customFields } from '#api/custom-fields.ts'
import { fieldInput, fieldPathOf, fieldProblems, fieldValues } from '#api/field-form.ts'
import { fieldSettings } from '#api/field-settings.ts'
import { draftName, prefetchForSession, session } from '#api/session.ts'
import type { FieldUsage } from '#contract/field-definitions.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { Problem } from '#kit/problem.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { FieldForm } from '../-custom-fields/field-form.tsx'
import { canManageFields } from '../-custom-fields/manage.ts'
import { mergeFields } from '../-custom-fields/merge.ts'

export const Route = createFileRoute('/_app/settings/custom-fields/$id')({
  loader: ({ context: { queryClient }, params }) =>
    prefetchForSession(queryClient, (current) => {
      if (!canManageFields(current)) return
      void queryClient.prefetchQuery(customFields.definitions())
      void queryClient.prefetchQuery(fieldSettings.toEdit(Number(params.id)))
    }),
  component: EditField,
})

function EditField() {
  const { id } = Route.useParams()
  const one = useQuery({ ...fieldSettings.toEdit(Number(id)), staleTime: Infinity })
  // What is edited is what was read first; later versions are merged when the field is saved.
  const [first, setFirst] = useState(one.data)
  if (!first && one.data) setFirst(one.data)
  if (first) return <FieldEditor key={id} start={first} />
  return (
    <>
      <PageHeader title="Edit field" />
      {one.error && <Problem error={one.error} retry={() => void one.refetch()} />}
    </>
  )
}

/** A field as it was read, and its version. */
interface Edited {
  readonly field: FieldUsage
  readonly version: string
}

function FieldEditor({ start }: { start: Edited }) {
  const { id, name, key } = start.field
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const latest = useQuery({ ...fieldSettings.toEdit(id), staleTime: Infinity })
  const asValues = ({ field, version }: Edited) => ({ values: fieldValues(field), version })
  const editor = useRecordForm({
    draftName: draftName(`custom-field:${id}`, current),
    start: asValues(start),
    check: fieldProblems,
    mutation: fieldSettings.update(id),
    requestOf: (values, attempt) => ({ ...attempt, input: fieldInput(values) }),
    pathOf: fieldPathOf,
    others: {
      latest: async () =>
        asValues(await queryClient.fetchQuery({ ...fieldSettings.toEdit(id), staleTime: 0 })),
      merge: mergeFields,
    },
    onSaved: () => {
      void navigate({ to: '/settings/custom-fields', replace: true })
      void toast.success('Field saved')
    },
  })
  return (
    <FieldForm
      title="Edit field"
      subtitle={
        <>
          <bdi>{name}</bdi> · Key in CSV files and the API: <bdi>{key}</bdi>
        </>
      }
      editor={editor}
      usage={latest.data?.field ?? start.field}
    />
  )
}
