import { Checkbox } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { type ReactNode, type Ref, memo } from 'react'

import type { ListColumn } from './columns.tsx'

import classes from './table.module.css'

export type RowLink = Pick<LinkProps, 'to' | 'params' | 'search'>

/** What a list must know about its rows. Must be stable, or every row is drawn again. */
export interface RowTraits<Row> {
  readonly id: (row: Row) => number
  /** Where the row leads; `position` counts from 0 through the whole list, not the page. */
  readonly link?: (row: Row, position: number) => RowLink
  /** Stands before the row's name. */
  readonly picture?: (row: Row) => ReactNode
}

export interface LineProps<Row> {
  readonly row: Row
  readonly columns: readonly ListColumn<Row>[]
  readonly traits: RowTraits<Row>
  /** In the page; `position` and `total` are those of the whole list. */
  readonly index: number
  readonly position: number
  readonly total: number
  /** The tab key stops here. */
  readonly isStop: boolean
  /** Undefined where rows cannot be selected. */
  readonly isSelected: boolean | undefined
  /** Must be stable. */
  readonly onSelect: (index: number, isSelected: boolean, isRange: boolean) => void
  readonly measure?: Ref<HTMLLIElement> | undefined
}

/** A row of the table. */
export const TableLine = memo(function TableLine<Row>(line: LineProps<Row>) {
  const { row, columns, index, position, isStop, isSelected } = line
  return (
    <tr
      className={classes.row}
      data-index={index}
      data-selected={isSelected || undefined}
      tabIndex={isStop ? 0 : -1}
      aria-rowindex={position + 2}
    >
      {isSelected !== undefined && (
        <td className={classes.select}>
          <Select {...line} />
        </td>
      )}
      <td>
        <Title {...line} />
      </td>
      {columns.slice(1).map((column) => (
        <td key={column.id} title={column.text(row) || undefined} data-align={column.align}>
          {(column.cell ?? column.text)(row)}
        </td>
      ))}
    </tr>
  )
}) as <Row>(line: LineProps<Row>) => ReactNode

/** The same row where a table has no room. */
export const Card = memo(function Card<Row>(line: LineProps<Row>) {
  const { row, columns, index, position, total, isStop, isSelected, measure } = line
  const facts = columns.slice(1).filter((column) => column.text(row) !== '')
  return (
    <li
      className={classes.card}
      ref={measure ?? null}
      data-index={index}
      data-selected={isSelected || undefined}
      tabIndex={isStop ? 0 : -1}
      aria-setsize={total}
      aria-posinset={position + 1}
    >
      <div className={classes.cardHead}>
        <Title {...line} />
        {isSelected !== undefined && <Select {...line} />}
      </div>
      {facts.length > 0 && (
        <dl className={classes.facts}>
          {facts.map((column) => (
            <div key={column.id}>
              <dt>{column.label}</dt>
              <dd>{(column.cell ?? column.text)(row)}</dd>
            </div>
          ))}
        </dl>
      )}
    </li>
  )
}) as <Row>(line: LineProps<Row>) => ReactNode

function Select<Row>({ row, columns, index, isSelected, onSelect }: LineProps<Row>) {
  return (
    <Checkbox
      aria-label={`Select ${columns[0]?.text(row) ?? ''}`}
      checked={isSelected === true}
      onChange={({ nativeEvent, currentTarget }) =>
        onSelect(index, currentTarget.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
      }
    />
  )
}

function Title<Row>({ row, columns, traits, position }: LineProps<Row>) {
  const name = columns[0]?.text(row) ?? ''
  const link = traits.link?.(row, position)
  return (
    <div className={classes.title}>
      {traits.picture?.(row)}
      {link ? (
        <Link {...link} className={classes.name} title={name} dir="auto">
          {name}
        </Link>
      ) : (
        <span className={classes.name} title={name} dir="auto">
          {name}
        </span>
      )}
    </div>
  )
}
