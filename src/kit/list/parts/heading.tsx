import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconArrowsSort } from '@tabler/icons-react'

import type { ListSort } from '#kit/list/list-sort.ts'
import type { ListSelection } from '#kit/list/rows.tsx'

import { Tick } from './tick.tsx'

import classes from '#kit/list/table.module.css'

interface HeadingProps {
  label: string
  align: 'end' | undefined
  /** The column's name in the list's `sort`. */
  by: string | undefined
  sort: ListSort | undefined
  isFirst: boolean
}

/** The head of a column; it sorts the list where that is possible. */
export function Heading({ label, align, by, sort, isFirst }: HeadingProps) {
  const place = { scope: 'col', 'data-align': align, className: isFirst ? classes.first : undefined } as const
  if (!sort || by === undefined) return <th {...place}>{label}</th>
  const direction = sort.by === by ? 'ascending' : sort.by === `-${by}` ? 'descending' : 'none'
  const Arrow = arrows[direction]
  return (
    <th {...place} aria-sort={direction}>
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

interface SelectPageProps<Row> {
  rows: readonly Row[]
  id: (row: Row) => number
  selection: ListSelection<Row>
  /** Beside a visible label. */
  isNamed: boolean
}

/** Selects every row of the page, or none. */
export function SelectPage<Row>({
  rows,
  id,
  selection: { selected, onSelect, most = Infinity },
  isNamed,
}: SelectPageProps<Row>) {
  const count = rows.filter((row) => selected.has(id(row))).length
  const label = 'Select all on this page'
  if (rows.length > most) return <VisuallyHidden>{`Select up to ${most}`}</VisuallyHidden>
  const tick = (
    <Tick
      {...(!isNamed && { 'aria-label': label })}
      checked={count > 0 && count === rows.length}
      isPartly={count > 0 && count < rows.length}
      disabled={rows.length === 0}
      onTick={(isTicked) => onSelect(rows, isTicked)}
    />
  )
  if (!isNamed) return tick
  return (
    <label className={classes.selectPage}>
      {tick} {label}
    </label>
  )
}
