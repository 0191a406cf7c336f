import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'

import { exportRows } from '#api/exports.ts'
import { type Page, largestPage } from '#api/page.ts'
import { session } from '#api/session.ts'
import type { Ability } from '#contract/wire/endpoint.ts'
import { wayBack } from '#kit/back-link.tsx'
import { EmptyState } from '#kit/empty-state.tsx'
import { type Address, ButtonLink } from '#kit/link.tsx'
import { useColumnChoice } from '#kit/list/columns.tsx'
import { ListExport } from '#kit/list/export.tsx'
import { useFilters } from '#kit/list/filters/filters.tsx'
import { ListPage } from '#kit/list/list-page.tsx'
import { countText } from '#kit/list/result.tsx'
import { useSelection } from '#kit/list/selection.ts'
import { ListTabs } from '#kit/list/tabs.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { capitalized } from '#lib/capitalized.ts'
import { SavedViews } from '#parts/views/saved-views.tsx'

import { ExportSelection } from './export-selection.tsx'
import type { ListKind, ListSearchState } from './list-kind.ts'

interface Props<
  Row extends { readonly id: number },
  Search extends ListSearchState,
  Answer extends Page<Row>,
> {
  /** Must be stable. */
  kind: ListKind<Row, Search, Answer>
  search: Search
  /** `(search, replace) => void navigate({ search, replace })` */
  setSearch: (update: (old: Search) => Search, replace: boolean) => void
}

/** The screen that lists a kind of record: search, filters, order, columns, selection, saved views and export. */
export function RecordList<
  Row extends { readonly id: number },
  Search extends ListSearchState,
  Answer extends Page<Row>,
>(props: Props<Row, Search, Answer>) {
  const { data: current } = useSuspenseQuery(session.current())
  return current.features.records ? <Listed {...props} /> : <NotFound />
}

function Listed<
  Row extends { readonly id: number },
  Search extends ListSearchState,
  Answer extends Page<Row>,
>({ kind, search, setSearch }: Props<Row, Search, Answer>) {
  const { noun, plural, create, back, tabs } = kind
  const client = useQueryClient()
  const query = { ...search, sort: search.sort ?? kind.usualSort(search) }
  const list = useQuery(kind.list(query))
  const answer = list.data
  const screen = useListScreen<Row, Search>({
    list,
    query,
    sort: query.sort,
    setSearch,
  })
  const { total, isTotalStale } = screen
  const columns = useColumnChoice(plural, kind.columns)
  const selected = useSelection<Row, Row>({
    filter: JSON.stringify({ ...search, page: 0, size: 0, sort: '' }),
    rows: answer?.rows,
    keep: itself,
  })
  const { narrowing, tab, isNarrowed, clear } = useNarrowing(kind, search, {
    refused: list.error?.fields,
    change: screen.change,
  })
  const job = {
    name: plural.replaceAll(' ', '-'),
    one: noun,
    file: exportRows<Row>(kind.csv, (page) =>
      client.fetchQuery({ ...kind.list({ ...query, page, size: largestPage }), staleTime: 0 }),
    ),
  }
  const counted = countText(list, narrowing.isNarrowed ? 'result' : noun, screen)
  return (
    <ListPage
      title={capitalized(plural)}
      one={noun}
      subtitle={kind.subtitle ? kind.subtitle(counted, search, isTotalStale ? undefined : answer) : counted}
      back={back && wayBack(back)}
      tools={
        <>
          <SavedViews list={kind.path} columns={columns} />
          <ListExport {...job} total={total} disabled={total === 0} />
          {kind.links}
        </>
      }
      actions={create ? <Create {...create} address={create.address(search)} /> : kind.actions}
      list={list}
      screen={screen}
      columns={columns}
      otherSorts={kind.otherSorts}
      row={kind.row}
      selection={{ selected: selected.selected, onSelect: selected.select }}
      controls={{ narrowing, searches: kind.searches }}
      isNarrowed={isNarrowed}
      onClear={clear}
      noMatch={isNarrowed ? kind.noMatch(search) : undefined}
      nothing={
        <EmptyState icon={kind.icon} title={kind.nothing.title}>
          {kind.nothing.hint}
        </EmptyState>
      }
      renderTabs={
        tabs &&
        ((rows) => (
          <ListTabs
            label={tabs.label}
            tabs={tabs.of(answer)}
            value={tab}
            onValue={(next) => screen.change(tabs.change(next))}
          >
            {rows}
          </ListTabs>
        ))
      }
    >
      <ExportSelection
        {...job}
        file={selected.isAll ? job.file : exportRows(kind.csv, [...selected.selection.values()])}
        selected={selected}
        isNarrowed={isNarrowed}
        total={isTotalStale ? 0 : total}
      />
    </ListPage>
  )
}

/** What a list is narrowed by: its search, its filters and its tab. */
function useNarrowing<
  Row extends { readonly id: number },
  Search extends ListSearchState,
  Answer extends Page<Row>,
>(
  { useFilters: useKindFilters = useNone, tabs }: ListKind<Row, Search, Answer>,
  search: Search,
  request: Pick<Parameters<typeof useFilters<Search>>[0], 'refused' | 'change'>,
) {
  const narrowing = useFilters({ filters: useKindFilters(search), search, ...request })
  const tab = tabs?.value(search) ?? ''
  return {
    narrowing,
    tab,
    isNarrowed: narrowing.isNarrowed || tab !== '',
    clear: () => request.change({ ...narrowing.cleared, ...tabs?.change('') }),
  }
}

interface CreateProps {
  ability: Ability
  to: string
  label: string
  address: Address
  shortcut?: string
}

function Create({ ability, to, label, address, shortcut }: CreateProps) {
  const { data: current } = useSuspenseQuery(session.current())
  return current.abilities.includes(ability) ? (
    <ButtonLink {...address} leftSection={<IconPlus size={16} aria-hidden />} aria-keyshortcuts={shortcut}>
      {label}
    </ButtonLink>
  ) : (
    <NeedsPermission ability={ability} to={to} />
  )
}

const none: readonly never[] = []
const useNone = () => none
const itself = <Row,>(row: Row): Row => row
