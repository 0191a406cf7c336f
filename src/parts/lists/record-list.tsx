import { IconPlus } from '@tabler/icons-react'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { exportRows } from '#api/exports.ts'
import { type Page, largestPage } from '#api/page.ts'
import { session } from '#api/session.ts'
import type { Ability } from '#contract/endpoint.ts'
import { wayBack } from '#kit/back-link.tsx'
import { type Address, ButtonLink } from '#kit/link.tsx'
import { ColumnMenu, useColumnChoice } from '#kit/list/columns.tsx'
import { ListControls } from '#kit/list/controls.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListExport } from '#kit/list/export.tsx'
import { useFilters } from '#kit/list/filters/filters.tsx'
import { ListPager } from '#kit/list/pager.tsx'
import { ListAnswer, countText } from '#kit/list/result.tsx'
import { ListScreen, isBlank } from '#kit/list/screen.tsx'
import { useSelection } from '#kit/list/selection.ts'
import { ListTable } from '#kit/list/table.tsx'
import { ListTabs } from '#kit/list/tabs.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
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
  const { total, sort, isTotalStale } = screen
  const change = (next: Partial<Search>) => screen.change(next)
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
    <ListScreen isBlank={isBlank(list, isNarrowed)}>
      <PageHeader
        back={back && wayBack(back)}
        title={capitalized(plural)}
        subtitle={kind.subtitle ? kind.subtitle(counted, search, isTotalStale ? undefined : answer) : counted}
        actions={
          <>
            <SavedViews list={kind.path} columns={columns} />
            <ListExport {...job} total={total} disabled={total === 0} />
            {kind.links}
            {create && <Create {...create} address={create.address(search)} />}
          </>
        }
      />
      <ListControls
        narrowing={narrowing}
        label={`Search ${plural}`}
        placeholder={kind.searches}
        rest={
          <ColumnMenu
            choice={columns}
            sort={sort}
            {...(kind.otherSorts && { otherSorts: kind.otherSorts })}
          />
        }
      />
      <Tabbed tabs={tabs} answer={answer} value={tab} change={change}>
        <ListAnswer
          list={list}
          onClear={clear}
          empty={
            <EmptyList
              icon={kind.icon}
              isPastTheEnd={total > 0}
              onFirstPage={() => screen.change({ page: 1 } as Partial<Search>)}
              noMatch={isNarrowed && { ...kind.noMatch(search), onClear: clear }}
              nothing={kind.nothing}
            />
          }
        >
          <ListTable
            label={capitalized(plural)}
            one={noun}
            columns={columns}
            page={screen.page}
            row={kind.row}
            sort={sort}
            selection={{ selected: selected.selected, onSelect: selected.select }}
          />
        </ListAnswer>
        {screen.pager && <ListPager {...screen.pager} />}
      </Tabbed>
      <ExportSelection
        {...job}
        file={selected.isAll ? job.file : exportRows(kind.csv, [...selected.selection.values()])}
        selected={selected}
        isNarrowed={isNarrowed}
        total={isTotalStale ? 0 : total}
      />
    </ListScreen>
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

interface TabbedProps<
  Row extends { readonly id: number },
  Search extends ListSearchState,
  Answer extends Page<Row>,
> {
  tabs: ListKind<Row, Search, Answer>['tabs']
  answer: Answer | undefined
  value: string
  change: (next: Partial<Search>) => void
  children: ReactNode
}

const Tabbed = <
  Row extends { readonly id: number },
  Search extends ListSearchState,
  Answer extends Page<Row>,
>({
  tabs,
  answer,
  value,
  change,
  children,
}: TabbedProps<Row, Search, Answer>) =>
  tabs ? (
    <ListTabs
      label={tabs.label}
      tabs={tabs.of(answer)}
      value={value}
      onValue={(next) => change(tabs.change(next))}
    >
      {children}
    </ListTabs>
  ) : (
    <>{children}</>
  )
