import { createFileRoute } from '@tanstack/react-router'

import { services } from '#api/services.ts'
import { prefetchForSession } from '#api/session.ts'
import { requireId } from '#kit/require-id.ts'
import { EditRecord } from '#parts/records/edit-record.tsx'
import { canManageServices } from '#parts/services/manage.ts'

import { serviceKind } from './-edit/service-kind.tsx'

export const Route = createFileRoute('/_app/services/$id_/edit')({
  loader: ({ context: { queryClient }, params }) => {
    const id = requireId({ params })
    prefetchForSession(queryClient, (current) => {
      if (canManageServices(current)) void queryClient.prefetchQuery(services.toEdit(id))
    })
  },
  component: EditService,
})

function EditService() {
  const { id } = Route.useParams()
  return <EditRecord kind={serviceKind} id={Number(id)} />
}
