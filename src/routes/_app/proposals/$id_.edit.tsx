import { createFileRoute, notFound } from '@tanstack/react-router'

import { EditDocument } from '#routes/_app/proposals/-documents/edit-document.tsx'

export const Route = createFileRoute('/_app/proposals/$id_/edit')({
  loader: ({ params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
  },
  component: EditProposal,
})

function EditProposal() {
  const { id } = Route.useParams()
  return <EditDocument key={id} kind="proposal" id={Number(id)} />
}
