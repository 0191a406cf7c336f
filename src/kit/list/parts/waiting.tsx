import { Skeleton } from '@mantine/core'

import classes from '#kit/list/table.module.css'

const waitingLines = Array.from({ length: 12 }, (_, index) => index)

/** In place of the rows of a table until they arrive; as tall as they are. */
export function WaitingRows({ columns }: { columns: number }) {
  return (
    <tbody aria-hidden>
      {waitingLines.map((line) => (
        <tr key={line} className={classes.row}>
          {Array.from({ length: columns }, (_, column) => column).map((column) => (
            <td key={column}>
              <Skeleton height={10} width={`${45 + ((line * 7 + column * 13) % 35)}%`} radius="sm" />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}

/** The same on a phone. */
export function WaitingPhoneRows() {
  return (
    <div className={classes.phoneRows} aria-hidden>
      {waitingLines.slice(0, 10).map((line) => (
        <div key={line} className={classes.phoneRow}>
          <Skeleton height={36} width={36} circle />
          <Skeleton height={10} width={`${45 + ((line * 7) % 35)}%`} radius="sm" />
        </div>
      ))}
    </div>
  )
}
