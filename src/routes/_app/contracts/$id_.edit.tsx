import { createFileRoute, notFound } from '@tanstack/react-router'

import { EditDocument } from '#routes/_app/proposals/-documents/edit-document.tsx'

export const Route = createFileRoute('/_app/contracts/$id_/edit')({
  loader: ({ params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  },
  component: EditContract,
})

function EditContract() {
  const { id } = Route.useParams()
  return <EditDocument key={id} kind="contract" id={Number(id)} />
}
