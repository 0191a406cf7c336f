import { Radio } from '@mantine/core'

import type { Customer } from '#contract/customers/customers.ts'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { ownUrl } from '#lib/own-url.ts'

import type { MergeRow } from './merge-rows.ts'

import classes from './merge-table.module.css'

interface Props {
  rows: readonly MergeRow[]
  /** The one that stays, and the one that is merged into it. */
  sides: readonly [own: Customer, other: Customer]
  takes: (row: MergeRow) => boolean
  onTake: (row: MergeRow, takes: boolean) => void
}

/** Both customers side by side, with a choice for each field in which they differ. */
export function MergeTable({ rows, sides, takes, onTake }: Props) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <Side word="Keep" customer={sides[0]} />
          <Side word="Merge and remove" customer={sides[1]} />
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.key}>
            <th scope="row">{row.title}</th>
            {([false, true] as const).map((isOther) => (
              <td key={String(isOther)}>
                <Radio
                  className={classes.choice ?? ''}
                  name={`merge-${row.key}`}
                  aria-label={`${row.title} of ${nameOf(sides[isOther ? 1 : 0])}, ${isOther ? 'to remove' : 'to keep'}`}
                  checked={takes(row) === isOther}
                  onChange={() => onTake(row, isOther)}
                  label={
                    <Value
                      row={row}
                      text={isOther ? row.other : row.own}
                      name={nameOf(sides[isOther ? 1 : 0])}
                    />
                  }
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Two customers of the same name differ in how they are reached. */
const Side = ({ word, customer }: { word: string; customer: Customer }) => (
  <th scope="col">
    {word}
    <span className={classes.who}>
      <bdi>{nameOf(customer)}</bdi>
      <bdi>{customer.email}</bdi>
      <bdi>{customer.phone}</bdi>
    </span>
  </th>
)

const nameOf = ({ name, last_name }: Customer) => `${name} ${last_name}`

function Value({ row, text, name }: { row: MergeRow; text: string; name: string }) {
  if (row.key === 'photo')
    return <PersonAvatar name={name} src={text === '' ? null : ownUrl(text)} size={40} />
  return text === '' ? <span className={classes.empty}>None</span> : <bdi>{text}</bdi>
}
