import { type ComponentProps, type ReactNode, Suspense } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { PageHeader } from '#kit/page-header.tsx'

import { type ColumnChoice, ColumnMenu } from './columns.tsx'
import { FilterChips } from './filters/chips.tsx'
import { FilterButton, type Narrowing } from './filters/filters.tsx'
import { ListPager } from './pager.tsx'
import { ListAnswer, countText } from './result.tsx'
import { ListScreen, ListToolbar, isBlank } from './screen.tsx'
import { ListSearch } from './search.tsx'
import { ListTable } from './table.tsx'
import { ListTools } from './tools.tsx'
import type { ListScreenState } from './use-list-screen.ts'

// What is rare, and follows an answer: the network is there.
const NoMatch = lazyWithRetry(async () => (await import('./empty.tsx')).NoMatch)
const PastTheEnd = lazyWithRetry(async () => (await import('./empty.tsx')).PastTheEnd)

type Header = Pick<ComponentProps<typeof PageHeader>, 'back' | 'actions'>
type Table<Row> = Pick<ComponentProps<typeof ListTable<Row>>, 'row' | 'openId' | 'selection'>

interface Props<Row, Search extends object> extends Header, Table<Row> {
  /** "Credit notes" */
  title: string
  /** "credit note" */
  one: string
  /** What the rows are, unless the title says it. */
  rowsLabel?: string
  /** Beside the title, unless it is how many there are. */
  subtitle?: string | undefined
  /** What can be done with the list as a whole, apart from `actions`, the main one. */
  tools?: ReactNode
  list: ComponentProps<typeof ListAnswer>['list']
  screen: ListScreenState<Row, Search>
  /** The rows of the page, where something was added to them. */
  rows?: readonly Row[] | undefined
  columns: ColumnChoice<Row>
  /** Orders that belong to no column: `-id` → `Recently added`. */
  otherSorts?: Readonly<Record<string, string>> | undefined
  /** Absent where there is nothing to search or arrange. */
  controls?: Controls<Search>
  /** More than search and filters narrow it, such as a tab; `onClear` takes that away too. */
  isNarrowed?: boolean
  onClear?: () => void
  /** Why nothing matches, unless the usual words say it. */
  noMatch?: { readonly title: string; readonly hint: string; readonly clear?: string } | undefined
  /** In place of the rows when there are none at all. */
  nothing: ReactNode
  /** Above the controls. */
  note?: ReactNode
  /** Tabs around the rows. */
  renderTabs?: ((rows: ReactNode) => ReactNode) | undefined
  /** In place of the table. */
  instead?: ReactNode
  /** Below the rows. */
  below?: ReactNode
  /** Short lists need no pages below this number of rows. */
  pagesFrom?: number
  /** The bar of what is selected, dialogs and a drawer. */
  children?: ReactNode
}

interface Controls<Search extends object> {
  readonly narrowing: Narrowing<Search>
  /** What the search looks at: "Name or description". */
  readonly searches: string
  /** False where the service can't. */
  readonly canSearch?: boolean
  readonly canFilter?: boolean
  /** How the list is shown, before its columns. */
  readonly view?: ReactNode
}

/**
 * The screen of a list: its head, what narrows and arranges it, its rows or why there are none, and its pages.
 *
 *     const screen = useListScreen({ list, query, sort, setSearch })
 *     <ListPage title="Contacts" one="contact" tools={<ListExport … />} list={list} screen={screen} columns={columns} row={rowOptions} … />
 */
export function ListPage<Row, Search extends object>({
  title,
  one,
  rowsLabel = title,
  subtitle,
  back,
  tools,
  actions,
  list,
  screen,
  rows = screen.rows,
  columns,
  otherSorts,
  controls,
  isNarrowed = controls?.narrowing.isNarrowed ?? false,
  onClear = controls?.narrowing.clear,
  noMatch,
  nothing,
  note,
  renderTabs = (rows) => rows,
  instead,
  below,
  pagesFrom = 1,
  children,
  ...table
}: Props<Row, Search>) {
  const { sort, total, pager } = screen
  const blank = isBlank(list, isNarrowed)
  return (
    <ListScreen isBlank={blank}>
      <PageHeader
        back={back}
        title={title}
        subtitle={subtitle ?? countText(list, isNarrowed ? 'result' : one, screen)}
        actions={
          <>
            {tools && <ListTools isSpread={blank}>{tools}</ListTools>}
            {actions}
          </>
        }
      />
      {note}
      {controls && (
        <>
          <ListToolbar
            rest={
              <>
                {controls.view}
                {!instead && <ColumnMenu choice={columns} sort={sort} otherSorts={otherSorts} />}
              </>
            }
          >
            {controls.canSearch !== false && (
              <ListSearch
                {...controls.narrowing.typed}
                label={`Search ${title.toLowerCase()}`}
                placeholder={controls.searches}
              />
            )}
            {controls.canFilter !== false && <FilterButton {...controls.narrowing.button} />}
          </ListToolbar>
          <FilterChips {...controls.narrowing.row} />
        </>
      )}
      {renderTabs(
        <>
          <ListAnswer
            list={list}
            onClear={onClear}
            empty={
              <Suspense>
                {total > 0 ? (
                  <PastTheEnd onFirstPage={screen.toFirstPage} />
                ) : onClear && (noMatch || controls?.narrowing.isNarrowed) ? (
                  <NoMatch rows={title} {...noMatch} onClear={onClear} />
                ) : (
                  nothing
                )}
              </Suspense>
            }
          >
            {instead || (
              <ListTable
                {...table}
                label={rowsLabel}
                one={one}
                columns={columns}
                page={{ ...screen.page, rows }}
                sort={sort}
              />
            )}
            {below}
          </ListAnswer>
          {pager && total >= pagesFrom && <ListPager {...pager} />}
        </>,
      )}
      {children}
    </ListScreen>
  )
}
