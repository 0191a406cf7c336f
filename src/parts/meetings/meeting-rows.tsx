import { Fragment } from 'react'

import type { MeetingSummary } from '#contract/meetings/summary.ts'
import { TextLink } from '#kit/link.tsx'
import { sheetOf } from '#lib/meeting-time.ts'

import { MeetingBadge, businessTime, otherTime, placeText } from './meeting-words.tsx'

import classes from './meetings.module.css'

interface Props {
  rows: readonly MeetingSummary[]
  /** The time zone of the business. */
  zone: string | undefined
  /** On the page of the customer, their name says nothing new. */
  hasCustomer: boolean
}

/** Meetings with their time, where they are and with whom. */
export const MeetingRows = ({ rows, zone, hasCustomer }: Props) => (
  <ul className={classes.rows}>
    {rows.map((row) => (
      <li key={row.id}>
        <Sheet {...row} zone={zone} />
        <span className={classes.lines}>
          <TextLink
            to="/meetings/$id"
            params={{ id: String(row.id) }}
            fw={500}
            c="inherit"
            inherit
            className={classes.cover ?? ''}
          >
            <bdi>{row.title}</bdi>
          </TextLink>
          <span className={classes.detail}>
            {[businessTime(row, zone), otherTime(row, zone)]
              .filter((text) => text !== undefined)
              .map((text, index) => (
                <Fragment key={text}>
                  {index > 0 && ' · '}
                  <span className={classes.range}>{text}</span>
                </Fragment>
              ))}
          </span>
          <span className={classes.detail}>
            <bdi>
              {[hasCustomer ? (row.customer_name ?? '') : '', placeText(row)].filter(Boolean).join(' · ')}
            </bdi>
          </span>
        </span>
        <MeetingBadge {...row} isQuiet />
      </li>
    ))}
  </ul>
)

/** The day as a calendar’s sheet, which the time beside it says in words. */
function Sheet({ starts_at, time_zone, zone }: MeetingSummary & Pick<Props, 'zone'>) {
  const sheet = sheetOf(starts_at, zone ?? time_zone)
  return (
    <span className={classes.sheet} aria-hidden>
      <span>{sheet?.month}</span>
      {sheet?.day}
    </span>
  )
}
