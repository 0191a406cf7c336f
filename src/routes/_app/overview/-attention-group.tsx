import { Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

import classes from './-attention.module.css'
import rows from './-rows.module.css'

interface GroupProps {
  title: string
  tone: 'bad' | 'notice'
  /** The way to all of them, if a list has just these. */
  all?: ReactNode
  note?: ReactNode
  children: readonly ReactNode[]
}

/** Things of one kind that need attention. */
export function AttentionGroup({ title, tone, all, note, children }: GroupProps) {
  const titleId = useId()
  return (
    <section className={classes['group']} aria-labelledby={titleId}>
      <div className={classes['head']}>
        <span className={classes['dot']} data-tone={tone} aria-hidden />
        <Title order={3} id={titleId} className={classes['title']}>
          {title}
        </Title>
        {all}
      </div>
      {children.length > 0 && (
        <ul className={rows['rows']} aria-labelledby={titleId}>
          {children}
        </ul>
      )}
      {note !== false && note !== undefined && (
        <Text size="sm" c="dimmed" className={classes['note']}>
          {note}
        </Text>
      )}
    </section>
  )
}

interface RowProps {
  name: ReactNode
  detail: ReactNode
  /** Left out on a phone. */
  more?: string
  amount?: string
  state: string
  isCalm?: boolean
  /** The link of the whole row, unless its detail is one; or what else can be done. */
  action: ReactNode
}

/** One of them. A click anywhere follows the link of the row. */
export function AttentionRow({ name, detail, more, amount, state, isCalm, action }: RowProps) {
  return (
    <li className={`${rows['row']} ${classes['row']}`}>
      <div className={rows['lines']}>
        <span className={`${rows['name']} ${classes['name']}`}>{name}</span>
        <span className={rows['detail']}>
          {detail}
          {more !== undefined && <span className={classes['more']}>{more}</span>}
        </span>
      </div>
      <div className={`${rows['lines']} ${classes['worth']}`}>
        {amount !== undefined && (
          <span className={classes['amount']} dir="ltr">
            {amount}
          </span>
        )}
        <span className={classes['state']} data-calm={isCalm || undefined}>
          {state}
        </span>
      </div>
      <div className={classes['action']}>{action}</div>
    </li>
  )
}
