import { Link } from '@tanstack/react-router'
import { useState } from 'react'

import type { Notification } from '#contract/account/notifications.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { currentDay, dayText, daysBetween, todayOf } from '#lib/calendar.ts'
import { momentOf, timeOf } from '#lib/dates.ts'

import { lookOf, subjectOf } from './notification-text.tsx'

import classes from './notification-center.module.css'

interface Props {
  notifications: readonly Notification[]
  /** All that the chosen entry stands for, the newest first. */
  onOpen: (group: readonly Notification[]) => void
}

/** Notifications by day; each leads to what it is about. Those of a day about one record are one entry, the newest in sight. */
export function NotificationList({ notifications, onOpen }: Props) {
  const days = [...Map.groupBy(notifications, ({ created_at }) => todayOf(new Date(created_at)))]
  return days.map(([day, some]) => (
    <section key={day} aria-label={dayName(day)}>
      <h3 className={classes['day']} aria-hidden>
        {dayName(day)}
      </h3>
      <ul className={classes['list']}>
        {[...Map.groupBy(some, subjectOf)].map(([subject, group]) => (
          <Entry key={subject} group={group} isToday={day === currentDay()} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  ))
}

interface EntryProps extends Pick<Props, 'onOpen'> {
  group: readonly Notification[]
  isToday: boolean
}

function Entry({ group, ...rest }: EntryProps) {
  const [isOpen, setOpen] = useState(false)
  const earlier = group.slice(1)
  return (
    <li>
      <Row group={group} {...rest} />
      {earlier.length > 0 && (
        <button
          type="button"
          className={classes['more']}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Hide earlier' : `${earlier.length} earlier`}
        </button>
      )}
      {isOpen && (
        <ul className={classes['earlier']}>
          {earlier.map((one) => (
            <li key={one.id}>
              <Row group={[one]} {...rest} />
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}

function Row({ group, isToday, onOpen }: EntryProps) {
  const [newest] = group
  if (!newest) return null
  const { created_at } = newest
  const { icon: Icon, tone, text, link } = lookOf(newest)
  const isUnread = group.some(({ read_at }) => read_at === null)
  return (
    <Link
      {...link}
      className={classes['row']}
      data-unread={isUnread || undefined}
      onClick={() => onOpen(group)}
    >
      <span className={classes['sign']} data-tone={tone}>
        <Icon size={16} stroke={1.8} aria-hidden />
      </span>
      <span className={classes['text']}>
        {isUnread && <span className={classes['srOnly']}>Unread: </span>}
        {text}
        <span className={classes['time']}>
          {isToday ? <RelativeTime datetime={created_at} /> : <TimeOfDay datetime={created_at} />}
        </span>
      </span>
    </Link>
  )
}

/** The day is above. */
const TimeOfDay = ({ datetime }: { datetime: string }) => (
  <time dateTime={datetime} title={momentOf(datetime)}>
    {timeOf(datetime)}
  </time>
)

function dayName(day: string): string {
  const days = daysBetween(day, currentDay())
  return days === 0 ? 'Today' : days === 1 ? 'Yesterday' : dayText(day)
}
