import { Tabs } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { credentials } from '#api/credentials.ts'
import type { Credential } from '#contract/credentials.ts'
import { ButtonLink } from '#kit/link.tsx'
import { useColumnChoice } from '#kit/list/columns.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListPager } from '#kit/list/pager.tsx'
import { ListAnswer } from '#kit/list/result.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { ListScreen, isBlank } from '#kit/list/screen.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'

import { credentialColumns } from './credential-columns.tsx'
import type { CredentialSearch } from './credential-search.ts'
import { kindName, secretHint, stateWord } from './credential-words.tsx'

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
  const answer = (
    <ListAnswer
      list={list}
      empty={
        <EmptyList
          icon={IconKey}
          isPastTheEnd={screen.total > 0}
          onFirstPage={() => screen.change({ page: 1 })}
          nothing={
            isRevoked
              ? nothingRevoked
              : { ...nothing, ...(hasRevoked && { title: 'No current credentials' }) }
          }
        />
      }
    >
      <ListTable label="API credentials" columns={columns} page={screen.page} row={rowOptions} />
    </ListAnswer>
  )
  return (
    <ListScreen isBlank={isBlank(list, hasRevoked)}>
      <PageHeader
        title="API credentials"
        subtitle="How other systems access this account"
        actions={
          <ButtonLink to="/settings/credentials/new" leftSection={<IconPlus size={16} aria-hidden />}>
            New credential
          </ButtonLink>
        }
      />
      {hasRevoked ? (
        <Tabs
          value={search.state ?? 'current'}
          onChange={(state) => screen.change({ state: state === 'revoked' ? 'revoked' : undefined, page: 1 })}
        >
          <Tabs.List aria-label="State" mb="sm">
            <Tabs.Tab value="current">Current</Tabs.Tab>
            <Tabs.Tab value="revoked">Revoked</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value={search.state ?? 'current'}>{answer}</Tabs.Panel>
        </Tabs>
      ) : (
        answer
      )}
      {screen.pager && screen.total > 25 && <ListPager {...screen.pager} />}
    </ListScreen>
  )
}

const nothing = {
  title: 'No API credentials yet',
  hint: 'A token or key lets another system, such as your website or an automation, read and change data in this account.',
  action: <ButtonLink to="/settings/credentials/new">Create your first credential</ButtonLink>,
}

const nothingRevoked = {
  title: 'No revoked credentials',
  hint: 'Credentials you revoke are listed here.',
}

const rowOptions: RowOptions<Credential> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/settings/credentials/$id', params: { id: String(id) } }),
  phone: ({ kind, state, last_used_at: at, ...credential }) => ({
    detail: `${kindName[kind]} · ${secretHint(credential)}`,
    end: state !== 'active' ? stateWord(state) : at === null ? 'Never used' : <RelativeTime datetime={at} />,
  }),
}
