import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'

import { credentials } from '#api/credentials.ts'
import { prefetchForSession } from '#api/session.ts'
import { RecordFormPending } from '#kit/record-form-pending.tsx'

import { CredentialEditor } from '../-credentials/credential-editor.tsx'
import { credentialWay } from '../-credentials/credential-words.tsx'

export const Route = createFileRoute('/_app/settings/credentials/$id_/edit')({
  loader: ({ context: { queryClient }, params }) =>
    prefetchForSession(queryClient, ({ abilities }) => {
      if (abilities.includes('credentials.manage'))
        void queryClient.prefetchQuery(credentials.toEdit(Number(params.id)))
    }),
  component: EditCredential,
})

function EditCredential() {
  const { id } = Route.useParams()
  const one = useQuery(credentials.toEdit(Number(id)))
  // What is edited is what was read first; later versions are merged when it is saved.
  const [first, setFirst] = useState(one.data)
  if (!first && one.data) setFirst(one.data)
  if (first) return <CredentialEditor key={id} start={first} />
  return (
    <RecordFormPending
      title="Edit API credential"
      back={credentialWay(Number(id))}
      isWide
      hasSubtitle
      record={one}
    />
  )
}
