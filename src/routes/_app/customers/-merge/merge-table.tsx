import { Radio } from '@mantine/core'

import { PersonAvatar } from '#kit/person-avatar.tsx'
import { ownUrl } from '#lib/own-url.ts'

import type { MergeRow } from './merge-rows.ts'

import classes from './merge-table.module.css'

interface Props {
  rows: readonly MergeRow[]
  /** Names of the survivor and of the other. */
  names: readonly [own: string, other: string]
  takes: (row: MergeRow) => boolean
  onTake: (row: MergeRow, takes: boolean) => void
}

/** Both customers side by side, with a choice for each field in which they differ. */
export function MergeTable({ rows, names, takes, onTake }: Props) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">
            <bdi>{names[0]}</bdi>
          </th>
          <th scope="col">
            <bdi>{names[1]}</bdi>
          </th>
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
                  aria-label={`${row.title} of ${names[isOther ? 1 : 0]}`}
                  checked={takes(row) === isOther}
                  onChange={() => onTake(row, isOther)}
                  label={
                    <Value row={row} text={isOther ? row.other : row.own} name={names[isOther ? 1 : 0]} />
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

function Value({ row, text, name }: { row: MergeRow; text: string; name: string }) {
  if (row.key === 'photo')
    return <PersonAvatar name={name} src={text === '' ? null : ownUrl(text)} size={40} />
  return text === '' ? <span className={classes.empty}>None</span> : <bdi>{text}</bdi>
}
