import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { credentials } from '#api/credentials.ts'
import type { Credential } from '#contract/access/credentials.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { type ListColumn, useColumnChoice } from '#kit/list/columns.tsx'
import { ListPage } from '#kit/list/list-page.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { type ListTab, ListTabs } from '#kit/list/tabs.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'
import { pageSizes } from '#lib/page-search.ts'

import type { CredentialSearch } from './credential-search.ts'
import { CredentialState, kindName, secretHint, stateWord } from './credential-words.tsx'

interface Props {
  search: CredentialSearch
  setSearch: (update: (old: CredentialSearch) => CredentialSearch, replace?: boolean) => void
}

/** The tokens and keys of the account. */
export function CredentialList({ search, setSearch }: Props) {
  const list = useQuery(credentials.list(search))
  const screen = useListScreen<Credential, CredentialSearch>({ list, query: search, setSearch })
  const columns = useColumnChoice('credentials', credentialColumns)
  const isRevoked = search.state === 'revoked'
  const hasRevoked = isRevoked || (list.data?.revoked ?? 0) > 0
  return (
    <ListPage
      title="API credentials"
      one="credential"
      subtitle="How other systems access this account"
      actions={
        <ButtonLink to="/settings/credentials/new" leftSection={<IconPlus size={16} aria-hidden />}>
          New credential
        </ButtonLink>
      }
      list={list}
      screen={screen}
      columns={columns}
      row={rowOptions}
      isNarrowed={hasRevoked}
      nothing={<NoCredentials isRevoked={isRevoked} hasRevoked={hasRevoked} />}
      renderTabs={
        hasRevoked
          ? (rows) => (
              <ListTabs
                label="State"
                tabs={tabs}
                value={search.state ?? ''}
                onValue={(state) => screen.change({ state: state === 'revoked' ? state : undefined })}
              >
                {rows}
              </ListTabs>
            )
          : undefined
      }
      pagesFrom={pageSizes[0] + 1}
    />
  )
}

const tabs: readonly ListTab[] = [
  { value: '', label: 'Current', count: null },
  { value: 'revoked', label: 'Revoked', count: null },
]

const NoCredentials = ({ isRevoked, hasRevoked }: { isRevoked: boolean; hasRevoked: boolean }) =>
  isRevoked ? (
    <EmptyState icon={IconKey} title="No revoked credentials">
      Credentials you revoke are listed here.
    </EmptyState>
  ) : (
    <EmptyState
      icon={IconKey}
      title={hasRevoked ? 'No current credentials' : 'No API credentials yet'}
      action={<ButtonLink to="/settings/credentials/new">Create your first credential</ButtonLink>}
    >
      A token or key lets another system, such as your website or an automation, read and change data in this
      account.
    </EmptyState>
  )

const rowOptions: RowOptions<Credential> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/settings/credentials/$id', params: { id: String(id) } }),
  phone: ({ kind, state, last_used_at: at, ...credential }) => ({
    detail: `${kindName[kind]} · ${secretHint(credential)}`,
    end: state !== 'active' ? stateWord(state) : at === null ? 'Never used' : <RelativeTime datetime={at} />,
  }),
}

const credentialColumns: readonly ListColumn<Credential>[] = [
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
