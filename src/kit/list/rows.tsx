import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, type Ref, memo } from 'react'

import type { Address } from '../link.tsx'
import type { ListColumn } from './columns.tsx'
import { Tick } from './parts/tick.tsx'

import classes from './table.module.css'

/** How a list draws its rows. Must be stable, or every row renders again. */
export interface RowOptions<Row> {
  readonly id: (row: Row) => number
  /** Where the row leads; `position` counts from 0 through the whole list, not the page. */
  readonly link?: (row: Row, position: number) => Address
  /** Before the row's name. */
  readonly picture?: (row: Row) => ReactNode
  /** A second line below the name. */
  readonly detail?: (row: Row) => ReactNode
  /** At the end of the row: a button that opens a menu. */
  readonly menu?: (row: Row) => ReactNode
  /** The row on a phone: a second line, and what belongs at its end, such as an amount or a button. */
  readonly phone?: (row: Row) => { readonly detail?: ReactNode; readonly end?: ReactNode }
}

/** Data of one row of a list. */
export interface LineProps<Row> {
  readonly row: Row
  readonly columns: readonly ListColumn<Row>[]
  readonly options: RowOptions<Row>
  /** In the page; `position` and `total` are those of the whole list. */
  readonly index: number
  readonly position: number
  readonly total: number
  /** The tab key stops here. */
  readonly isStop: boolean
  /** Undefined where rows can't be selected. */
  readonly isSelected: boolean | undefined
  /** It is open beside the list. */
  readonly isOpen: boolean
  /** Must be stable. */
  readonly onSelect: (index: number, isSelected: boolean, isRange: boolean) => void
  readonly measure?: Ref<HTMLLIElement> | undefined
}

/** A row of a table, drawn again only if its props have changed. */
export const TableRow = memo(function TableRow<Row>(line: LineProps<Row>) {
  const { row, columns, options, index, position, isStop, isSelected, isOpen } = line
  return (
    <tr
      className={classes.row}
      data-index={index}
      data-selected={isSelected || undefined}
      aria-current={isOpen || undefined}
      tabIndex={isStop ? 0 : -1}
      aria-rowindex={position + 2}
    >
      {isSelected !== undefined && (
        <td className={classes.select}>
          <Select {...line} />
        </td>
      )}
      <td className={classes.first}>
        <Title {...line} detail={options.detail?.(row)} />
      </td>
      {columns.slice(1).map((column) => (
        <td key={column.id} title={column.text(row) || undefined} data-align={column.align}>
          {(column.cell ?? column.text)(row)}
        </td>
      ))}
      {options.menu && <td className={classes.menu}>{options.menu(row)}</td>}
    </tr>
  )
}) as <Row>(line: LineProps<Row>) => ReactNode

/** The same row where a table has no room: name, one line below it, and one action. */
export const PhoneRow = memo(function PhoneRow<Row>(line: LineProps<Row>) {
  const { row, options, index, position, total, isStop, isSelected, measure } = line
  const phone = options.phone?.(row)
  return (
    <li
      className={classes.phoneRow}
      ref={measure ?? null}
      data-index={index}
      data-selected={isSelected || undefined}
      tabIndex={isStop ? 0 : -1}
      aria-setsize={total}
      aria-posinset={position + 1}
    >
      {isSelected !== undefined && <Select {...line} />}
      <div className={classes.phoneText}>
        <Title {...line} detail={phone ? phone.detail : <Facts {...line} />} />
      </div>
      {phone?.end !== undefined && <div className={classes.phoneEnd}>{phone.end}</div>}
      {options.menu && <div className={classes.phoneEnd}>{options.menu(row)}</div>}
    </li>
  )
}) as <Row>(line: LineProps<Row>) => ReactNode

/** A row that the service sent in a form we don’t know. */
export interface ListGap {
  readonly id: number | null
  /** How many rows of the page come before it. */
  readonly at: number
}

interface UnreadableProps {
  as: 'table' | 'phone'
  /** The noun for a row: `customer`. */
  one: string
  id: number | null
  columnCount: number
}

/** Stands in the place of a row that can't be read. */
export function UnreadableRow({ as, one, id, columnCount }: UnreadableProps) {
  const text = (
    <div className={classes.unreadable}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>This {one} can’t be read</span>
      {id !== null && <span>ID {id}</span>}
    </div>
  )
  if (as === 'phone') return <li className={classes.phoneRow}>{text}</li>
  return (
    <tr className={classes.row}>
      <td colSpan={columnCount}>{text}</td>
    </tr>
  )
}

/** The other columns, for lists that don't say what matters on a phone. */
function Facts<Row>({ row, columns }: LineProps<Row>) {
  const facts = columns.slice(1).filter((column) => column.text(row) !== '')
  return (
    <span className={classes.facts}>
      {facts.map((column) => (
        <span key={column.id} data-align={column.align}>
          {(column.cell ?? column.text)(row)}
        </span>
      ))}
    </span>
  )
}

function Select<Row>({ row, columns, index, isSelected, onSelect }: LineProps<Row>) {
  return (
    <Tick
      aria-label={`Select ${columns[0]?.text(row) ?? ''}`}
      checked={isSelected === true}
      onTick={(isTicked, isRange) => onSelect(index, isTicked, isRange)}
    />
  )
}

function Title<Row>({ row, columns, options, position, detail }: LineProps<Row> & { detail?: ReactNode }) {
  const name = columns[0]?.text(row) ?? ''
  const link = options.link?.(row, position)
  return (
    <div className={classes.title}>
      {options.picture?.(row)}
      <div className={classes.titleText}>
        {link ? (
          <Link {...link} className={classes.name} title={name} dir="auto">
            {name}
          </Link>
        ) : (
          <span className={classes.name} title={name} dir="auto">
            {name}
          </span>
        )}
        {detail !== undefined && <div className={classes.detail}>{detail}</div>}
      </div>
    </div>
  )
}

/** The selected rows of a list. */
export interface ListSelection<Row> {
  /** By id, across pages. */
  readonly selected: { has: (id: number) => boolean }
  /** Must be stable. */
  readonly onSelect: (rows: readonly Row[], isSelected: boolean) => void
  /** Not more than so many; a longer page can't be selected as a whole then. */
  readonly most?: number
}
