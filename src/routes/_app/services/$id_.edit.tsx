import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'

import { services } from '#api/services.ts'
import { prefetchForSession, session } from '#api/session.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { RecordFormPending } from '#kit/record-form-pending.tsx'

import { ServiceEditor } from './-edit/service-editor.tsx'
import { ability, feature } from './-manage.ts'

export const Route = createFileRoute('/_app/services/$id_/edit')({
  loader: ({ context: { queryClient }, params }) =>
    prefetchForSession(queryClient, ({ abilities, features }) => {
      if (abilities.includes(ability) && features.includes(feature))
        void queryClient.prefetchQuery(services.toEdit(Number(params.id)))
    }),
  component: EditService,
})

function EditService() {
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.includes(feature)) return <NotFound />
  if (!current.abilities.includes(ability))
    return <NoAccess title="You can’t edit services" ability={ability} />
  return <LoadedEditor />
}

function LoadedEditor() {
  const { id } = Route.useParams()
  const one = useQuery({ ...services.toEdit(Number(id)), staleTime: Infinity })
  // What is edited is what was read first; later versions are merged when the service is saved.
  const [first, setFirst] = useState(one.data)
  if (!first && one.data) setFirst(one.data)
  if (first) return <ServiceEditor key={id} start={first} />
  return <RecordFormPending title="Edit service" record={one} />
}
