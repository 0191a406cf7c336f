import type { Credential } from '#contract/access/credentials.ts'
import type { ListColumn } from '#kit/list/columns.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'

import { CredentialState, kindName, secretHint, stateWord } from './credential-words.tsx'

export const credentialColumns: readonly ListColumn<Credential>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name, widthRem: 13 },
  { id: 'kind', label: 'Type', text: ({ kind }) => kindName[kind], widthRem: 6 },
  { id: 'secret', label: 'Secret', text: secretHint, widthRem: 7 },
  {
    id: 'state',
    label: 'Status',
    text: ({ state }) => stateWord(state),
    cell: ({ state }) => <CredentialState state={state} />,
    widthRem: 6,
  },
  {
    id: 'last_used_at',
    label: 'Last used',
    text: ({ last_used_at: at }) => (at === null ? 'Never' : momentOf(at)),
    cell: ({ last_used_at: at }) => (at === null ? 'Never' : <RelativeTime datetime={at} />),
    widthRem: 8,
  },
]
