import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'
import { useCallback, useRef, useState } from 'react'

import type { ColumnChoice, ListColumn, ListSort } from './columns.tsx'
import { ListBody, mostDrawnRows } from './parts/body.tsx'
import { indexOf, useRowLinks } from './parts/links.ts'
import { useRowWalk } from './parts/walk.ts'
import type { RowTraits } from './rows.tsx'
import { listScroll } from './scroll.ts'

import classes from './table.module.css'

/** The rows to show, already searched, sorted and cut. */
export interface ListPage<Row> {
  /** Undefined while the first answer is on its way. Must be stable. */
  readonly rows: readonly Row[] | undefined
  /** How many rows the whole list has, and how many of them stand before this page. */
  readonly total: number
  readonly offset: number
  /** These are the rows from before; those asked for are on their way. */
  readonly isStale: boolean
}

export interface ListSelection<Row> {
  /** By id, across pages. */
  readonly selected: { has: (id: number) => boolean }
  /** Must be stable. */
  readonly onSelect: (rows: readonly Row[], isSelected: boolean) => void
}

interface Props<Row> {
  /** What the rows are: `Customers`. */
  label: string
  columns: ColumnChoice<Row>
  page: ListPage<Row>
  row: RowTraits<Row>
  sort?: ListSort
  selection?: ListSelection<Row> | undefined
}

/**
 * The table of every list screen, and cards instead of it on a phone. It shows what it is given: searching, sorting
 * and paging are the query layer's, and their state is the URL's. Columns come from `useColumnChoice` and are changed
 * in a `ColumnMenu`. Of more than a hundred rows only those in sight are drawn.
 *
 * j, k and the arrow keys walk the rows, Enter opens one, x selects it; what is hovered or focused is loaded ahead.
 */
export function ListTable<Row>({ label, columns, page, row, sort, selection }: Props<Row>) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const hasNoRoom = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false })
  const isWaiting = page.rows === undefined
  const rows = page.rows ?? none
  const links = useRowLinks(rows, page.offset, row)
  const select = useRangeSelect(rows, selection?.onSelect)
  const walk = useRowWalk({
    frame,
    count: rows.length,
    onOpen: links.open,
    onToggle: (index) => {
      const at = rows[index]
      if (at && selection) select(index, !selection.selected.has(row.id(at)), false)
    },
  })

  const body = {
    rows,
    columns: columns.visible,
    traits: row,
    offset: page.offset,
    total: page.total,
    selected: selection?.selected,
    onSelect: select,
    walk,
    frame,
  }
  const selectPage = selection && (
    <SelectPage rows={rows} id={row.id} selection={selection} isNamed={hasNoRoom} />
  )
  return (
    <div
      className={classes.frame}
      ref={setFrame}
      role="region"
      aria-label={label}
      aria-busy={isWaiting || page.isStale}
      data-stale={page.isStale || undefined}
      // The router brings it back to where it was, and to its top when other rows are asked for.
      data-scroll-restoration-id={listScroll}
      data-windowed={rows.length > mostDrawnRows || undefined}
      // Chromium makes what scrolls a stop of the tab key by itself, others do not.
      tabIndex={0}
      onClick={links.onClick}
      onKeyDown={walk.onKeyDown}
      onPointerOver={links.onApproach}
      onFocus={(event) => {
        const index = indexOf(event)
        if (index !== undefined) walk.enter(index)
        links.onApproach(event)
      }}
    >
      {hasNoRoom ? (
        <>
          {selectPage}
          {isWaiting ? <WaitingCards /> : <ListBody as="cards" {...body} />}
        </>
      ) : (
        <table className={classes.table} aria-label={label} aria-rowcount={isWaiting ? -1 : page.total + 1}>
          <colgroup>
            {selection && <col style={{ width: '2.5rem' }} />}
            {columns.visible.map((column) => (
              <col key={column.id} style={{ width: `${widthRem(column)}rem` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {selection && (
                <th scope="col" className={classes.select}>
                  {selectPage}
                </th>
              )}
              {columns.visible.map(({ id, label: head, align, sort: by }) => (
                <Heading key={id} label={head} align={align} by={by} sort={sort} />
              ))}
            </tr>
          </thead>
          {isWaiting ? (
            <WaitingRows columns={columns.visible.length + (selection ? 1 : 0)} />
          ) : (
            <ListBody as="table" {...body} />
          )}
        </table>
      )}
    </div>
  )
}

const none: readonly never[] = []

const widthRem = (column: ListColumn<never>) => column.widthRem ?? 11

/** With the shift key down, all rows between the last one and this one follow. */
function useRangeSelect<Row>(
  rows: readonly Row[],
  onSelect: ((rows: readonly Row[], isSelected: boolean) => void) | undefined,
) {
  const last = useRef(0)
  return useCallback(
    (index: number, isSelected: boolean, isRange: boolean) => {
      const from = isRange ? last.current : index
      last.current = index
      onSelect?.(rows.slice(Math.min(from, index), Math.max(from, index) + 1), isSelected)
    },
    [rows, onSelect],
  )
}

interface SelectPageProps<Row> {
  rows: readonly Row[]
  id: (row: Row) => number
  selection: ListSelection<Row>
  isNamed: boolean
}

function SelectPage<Row>({ rows, id, selection: { selected, onSelect }, isNamed }: SelectPageProps<Row>) {
  const count = rows.filter((row) => selected.has(id(row))).length
  const label = 'Select all on this page'
  return (
    <Checkbox
      {...(isNamed ? { label, my: 'xs' } : { 'aria-label': label })}
      checked={count > 0 && count === rows.length}
      indeterminate={count > 0 && count < rows.length}
      disabled={rows.length === 0}
      onChange={({ currentTarget }) => onSelect(rows, currentTarget.checked)}
    />
  )
}

interface HeadingProps {
  label: string
  align: 'end' | undefined
  /** What the list's `sort` calls this column. */
  by: string | undefined
  sort: ListSort | undefined
}

function Heading({ label, align, by, sort }: HeadingProps) {
  if (!sort || by === undefined)
    return (
      <th scope="col" data-align={align}>
        {label}
      </th>
    )
  const direction = sort.by === by ? 'ascending' : sort.by === `-${by}` ? 'descending' : 'none'
  const Arrow = arrows[direction]
  return (
    <th scope="col" data-align={align} aria-sort={direction}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => sort.onSort(direction === 'ascending' ? `-${by}` : by)}
        data-active={direction !== 'none' || undefined}
      >
        {label} <Arrow size={14} aria-hidden />
      </UnstyledButton>
    </th>
  )
}

const arrows = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }

const waitingLines = Array.from({ length: 10 }, (_, index) => index)

function WaitingRows({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden>
      {waitingLines.map((line) => (
        <tr key={line} className={classes.row}>
          {Array.from({ length: columns }, (_, column) => column).map((column) => (
            <td key={column}>
              <Skeleton height={12} width={`${55 + ((line * 7 + column * 13) % 35)}%`} radius="sm" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

function WaitingCards() {
  return (
    <div className={classes.cards} aria-hidden>
      {waitingLines.slice(0, 4).map((line) => (
        <Skeleton key={line} height={150} radius="md" />
      ))}
    </div>
  )
}
