import { createFileRoute } from '@tanstack/react-router'

import { customFields } from '#api/custom-fields.ts'
import { fieldSettings } from '#api/field-settings.ts'
import { prefetchForSession } from '#api/session.ts'
import { requireId } from '#kit/require-id.ts'
import { EditRecord } from '#parts/records/edit-record.tsx'

import { fieldKind } from '../-custom-fields/field-kind.tsx'
import { canManageFields } from '../-custom-fields/manage.ts'

export const Route = createFileRoute('/_app/settings/custom-fields/$id')({
  loader: ({ context: { queryClient }, params }) => {
    const id = requireId({ params })
    prefetchForSession(queryClient, (current) => {
      if (!canManageFields(current)) return
      void queryClient.prefetchQuery(customFields.definitions())
      void queryClient.prefetchQuery(fieldSettings.toEdit(id))
    })
  },
  component: EditField,
})

function EditField() {
  const { id } = Route.useParams()
  return <EditRecord kind={fieldKind} id={Number(id)} />
}
