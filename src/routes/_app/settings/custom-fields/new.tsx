import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import * as z from 'zod/mini'

import { customFields } from '#api/custom-fields.ts'
import { emptyField, fieldInput, fieldPathOf, fieldProblems } from '#api/field-form.ts'
import { fieldSettings } from '#api/field-settings.ts'
import { draftName, prefetchForSession, session } from '#api/session.ts'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'

import { FieldForm } from '../-custom-fields/field-form.tsx'
import { canManageFields } from '../-custom-fields/manage.ts'
import { starterNames } from '../-custom-fields/starter-names.ts'
import { starters } from '../-custom-fields/starters.ts'

export const Route = createFileRoute('/_app/settings/custom-fields/new')({
  /** `like`: the field that the form starts with. */
  validateSearch: z.object({ like: z.optional(z.catch(z.optional(z.enum(starterNames)), undefined)) }),
  loader: ({ context: { queryClient } }) =>
    prefetchForSession(queryClient, (current) => {
      if (canManageFields(current)) void queryClient.prefetchQuery(customFields.definitions())
    }),
  component: NewField,
})

function NewField() {
  const { like } = Route.useSearch()
  return <NewFieldForm key={like} />
}

function NewFieldForm() {
  const { like } = Route.useSearch()
  const { data: current } = useSuspenseQuery(session.current())
  const navigate = useNavigate()
  const editor = useRecordForm({
    draftName: draftName('custom-field:new', current),
    start: { values: emptyField(like && starters[like]), version: '' },
    check: fieldProblems,
    mutation: fieldSettings.create(),
    requestOf: (values, { key }) => ({ key, input: fieldInput(values) }),
    pathOf: fieldPathOf,
    onSaved: () => {
      void navigate({ to: '/settings/custom-fields', replace: true })
      void toast.success('Field created')
    },
  })
  return <FieldForm title="New field" saveLabel="Create field" isNew editor={editor} />
}
