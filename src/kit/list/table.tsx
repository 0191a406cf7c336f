import { VisuallyHidden } from '@mantine/core'
import { type ReactNode, useCallback, useRef, useState } from 'react'

import { useScrollEdges } from '../scroll-edges.ts'
import { type ColumnChoice, type ListColumn, useColumnsBeside } from './columns.tsx'
import { rowHeightPx, useDensity } from './density.ts'
import type { ListSort } from './list-sort.ts'
import { useIsNarrow } from './narrow.ts'
import { ListBody, mostDrawnRows } from './parts/body.tsx'
import { Heading, SelectPage } from './parts/heading.tsx'
import { useKeyboardNav } from './parts/keyboard-nav.ts'
import { indexOf, useRowLinks } from './parts/links.ts'
import { WaitingPhoneRows, WaitingRows } from './parts/waiting.tsx'
import type { ListGap, ListSelection, RowOptions } from './rows.tsx'
import { listScroll } from './scroll.ts'

import classes from './table.module.css'

/** The rows to show, already searched, sorted and cut. */
export interface TablePage<Row> {
  /** Undefined while the first answer is on its way. Must be stable. */
  readonly rows: readonly Row[] | undefined
  /** How many rows the whole list has, and how many of them come before this page. */
  readonly total: number
  readonly offset: number
  /** These are the previous rows; those requested are on their way. */
  readonly isStale: boolean
  /** Rows among them that can't be read, in their order. */
  readonly gaps?: readonly ListGap[] | undefined
}

interface Props<Row> {
  /** The noun for the rows: `Customers`. */
  label: string
  /** One of them: `customer`. */
  one?: string
  columns: ColumnChoice<Row>
  page: TablePage<Row>
  row: RowOptions<Row>
  sort?: ListSort | undefined
  selection?: ListSelection<Row> | undefined
  /** The row that is open beside the list. */
  openId?: number | undefined
}

const phoneRowPx = 61

/**
 * The table of every list screen, and compact rows instead of it on a phone. It shows what it is given: searching,
 * sorting and paging belong to the query layer, and their state to the URL. Columns come from `useColumnChoice` and are
 * changed in a `ColumnMenu`. Of more than a hundred rows only the visible ones are drawn. Its edges fade where there is
 * more to scroll to, and the first column stays in view.
 *
 * j, k and the arrow keys move between rows, Enter opens one, x selects it; what is hovered or focused is preloaded.
 * Focus returns to the row that was opened.
 */
export function ListTable<Row>({
  label,
  one = 'row',
  columns,
  page,
  row: options,
  sort,
  selection,
  openId,
}: Props<Row>) {
  const [frame, setFrame] = useState<HTMLDivElement | null>(null)
  const isNarrow = useIsNarrow()
  const [density] = useDensity()
  const shown = useColumnsBeside(columns, openId !== undefined)
  const isWaiting = page.rows === undefined
  const rows = page.rows ?? none
  const links = useRowLinks(rows, page.offset, options)
  const select = useRangeSelect(rows, selection?.onSelect)
  const nav = useKeyboardNav({
    frame,
    count: rows.length,
    returnTo: links.returnTo,
    onOpen: links.open,
    onToggle: (index) => {
      const at = rows[index]
      if (at && selection) select(index, !selection.selected.has(options.id(at)), false)
    },
  })
  useScrollEdges(frame)

  const body = {
    rows,
    gaps: page.gaps,
    one,
    columns: shown,
    options,
    offset: page.offset,
    total: page.total,
    selected: selection?.selected,
    openId,
    onSelect: select,
    nav,
    frame,
    rowPx: isNarrow ? phoneRowPx : rowHeightPx[density],
  }
  const selectPage = selection && (
    <SelectPage rows={rows} id={options.id} selection={selection} isNamed={isNarrow} />
  )
  return (
    <div className={classes.box} data-list>
      <div
        className={classes.frame}
        ref={setFrame}
        role="region"
        aria-label={label}
        aria-busy={isWaiting || page.isStale}
        data-stale={page.isStale || undefined}
        data-density={density}
        // The router brings it back to where it was, and to its top when other rows are requested.
        data-scroll-restoration-id={listScroll}
        data-windowed={rows.length > mostDrawnRows || undefined}
        // Chromium makes a scrolling box a stop of the tab key, others don't.
        tabIndex={0}
        onClick={links.onClick}
        onKeyDown={nav.onKeyDown}
        onPointerOver={links.onHover}
        onFocus={(event) => {
          const index = indexOf(event)
          if (index !== undefined) nav.enter(index)
          links.onHover(event)
        }}
      >
        {isNarrow ? (
          <>
            {selectPage}
            {isWaiting ? <WaitingPhoneRows /> : <ListBody as="phone" {...body} />}
          </>
        ) : (
          <table
            className={classes.table}
            aria-label={label}
            aria-rowcount={isWaiting ? -1 : page.total + 1}
            data-selectable={selection ? true : undefined}
          >
            <TableHead columns={shown} rows={rows} sort={sort} select={selectPage} hasMenu={!!options.menu} />
            {isWaiting ? (
              <WaitingRows columns={shown.length + (selection ? 1 : 0) + (options.menu ? 1 : 0)} />
            ) : (
              <ListBody as="table" {...body} />
            )}
          </table>
        )}
      </div>
      <div className={classes.fadeEnd} aria-hidden />
      <div className={classes.fadeBelow} aria-hidden />
    </div>
  )
}

interface HeadProps<Row> {
  columns: readonly ListColumn<Row>[]
  rows: readonly Row[]
  sort: ListSort | undefined
  /** The box that selects the page. */
  select: ReactNode
  hasMenu: boolean
}

function TableHead<Row>({ columns, rows, sort, select, hasMenu }: HeadProps<Row>) {
  const widths = widthsOf(columns, rows, [...(select ? [selectWidth] : []), ...(hasMenu ? [menuWidth] : [])])
  return (
    <>
      <colgroup>
        {select && <col data-control style={{ width: selectWidth }} />}
        {columns.map(({ id }, index) => (
          <col key={id} style={{ width: widths[index] }} />
        ))}
        {hasMenu && <col data-control style={{ width: menuWidth }} />}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {select && (
            <th scope="col" className={classes.select}>
              {select}
            </th>
          )}
          {columns.map(({ id, label, align, sort: by }, index) => (
            <Heading key={id} label={label} align={align} by={by} sort={sort} isFirst={index === 0} />
          ))}
          {hasMenu && (
            <th scope="col" data-control>
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
    </>
  )
}

const none: readonly never[] = []

const usualRem = 11
const selectWidth = '2.5rem'
const menuWidth = '3rem'

/**
 * Width of each column. What a wide window has to spare goes to them, and not to the `fixed` columns beside them: left to
 * itself, a browser widens those as well, and the boxes to tick move away from their names.
 */
function widthsOf<Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  fixed: readonly string[],
): readonly string[] {
  const widths = columns.map((column) => widthOf(column, rows))
  const spare = `max(0px, 100cqw - (${[...widths, ...fixed].join(' + ')}))`
  const parts = columns.map(({ widthRem = usualRem }) => widthRem)
  const sum = parts.reduce((total, part) => total + part, 0)
  return widths.map((width, index) => `calc(${width} + ${spare} * ${(parts[index] ?? 0) / sum})`)
}

/** A truncated amount looks like a wrong one: columns of numbers are as wide as their longest text. */
function widthOf<Row>({ align, widthRem = usualRem, text }: ListColumn<Row>, rows: readonly Row[]): string {
  if (align !== 'end') return `${widthRem}rem`
  const longest = rows.reduce((most, row) => Math.max(most, text(row).length), 0)
  return `max(${widthRem}rem, ${longest}ch + 1.5rem)`
}

/** With Shift held down, all rows between the last one and this one follow. */
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
