import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import {
  type CredentialValues,
  credentialInput,
  credentialPathOf,
  credentialProblems,
  credentialValues,
} from '#api/credential-form.ts'
import { credentials } from '#api/credentials.ts'
import { draftName, session } from '#api/session.ts'
import type { Credential, Grantable } from '#contract/access/credentials.ts'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'
import { abilityName } from '#lib/ability-name.ts'
import { dayText } from '#lib/calendar.ts'
import { listText } from '#lib/locale.ts'
import { type MergeInput, mergeVersions, inputsOf } from '#lib/merge.ts'

import { CredentialForm } from './credential-form.tsx'
import { credentialWay } from './credential-words.tsx'

/** A credential as it was read, and its version. */
interface Edited {
  readonly credential: Credential
  readonly grantable: Grantable
  readonly version: string
}

/** The form of a credential that exists. */
export function CredentialEditor({ start }: { start: Edited }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  const { grantable } = start
  const { id, name } = start.credential
  const params = { id: String(id) }
  const asValues = ({ credential, version }: Edited) => ({ values: credentialValues(credential), version })
  const editor = useRecordForm({
    draftName: draftName(`credential:${id}`, current),
    start: asValues(start),
    check: (values) => credentialProblems(values, grantable),
    mutation: credentials.update(id),
    requestOf: (values, attempt) => {
      const { kind: _, ...input } = credentialInput(values, grantable)
      return { ...attempt, input }
    },
    pathOf: credentialPathOf,
    others: {
      latest: async () => asValues(await queryClient.fetchQuery({ ...credentials.toEdit(id), staleTime: 0 })),
      merge: (versions) => mergeVersions(versions, inputs),
    },
    onSaved: () => {
      void navigate({ to: '/settings/credentials/$id', params, replace: true })
      void toast.success('Credential saved')
    },
  })
  return (
    <CredentialForm
      title="Edit API credential"
      subtitle={<bdi>{name}</bdi>}
      editor={editor}
      grantable={grantable}
      back={credentialWay(id)}
    />
  )
}

type Input = MergeInput<CredentialValues, keyof CredentialValues>

const input = inputsOf<CredentialValues>()

const inputs: readonly Input[] = [
  input('name', 'Name'),
  input('abilities', 'Permissions', (abilities) =>
    abilities.length === 0 ? 'None' : listText(abilities.map(abilityName), 'and'),
  ),
  input('rate_limit', 'Rate limit'),
  input('expires_on', 'Expires after', (day) => (day === '' ? 'Never expires' : dayText(day))),
]
