import { Link } from '@tanstack/react-router'

import type { Notification } from '#contract/notifications.ts'
import { RelativeTime } from '#kit/relative-time.tsx'
import { currentDay, dayText, daysBetween, todayOf } from '#lib/calendar.ts'
import { momentOf, timeOf } from '#lib/dates.ts'

import { lookOf } from './notification-text.tsx'

import classes from './notification-center.module.css'

interface Props {
  notifications: readonly Notification[]
  onOpen: (notification: Notification) => void
}

/** Notifications by day; each leads to what it is about. */
export function NotificationList({ notifications, onOpen }: Props) {
  const days = [...Map.groupBy(notifications, ({ created_at }) => todayOf(new Date(created_at)))]
  return days.map(([day, some]) => (
    <section key={day} aria-label={dayName(day)}>
      <h3 className={classes['day']} aria-hidden>
        {dayName(day)}
      </h3>
      <ul className={classes['list']}>
        {some.map((notification) => (
          <Row
            key={notification.id}
            notification={notification}
            isToday={day === currentDay()}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </section>
  ))
}

interface RowProps extends Pick<Props, 'onOpen'> {
  notification: Notification
  isToday: boolean
}

function Row({ notification, isToday, onOpen }: RowProps) {
  const { created_at } = notification
  const { icon: Icon, tone, text, link } = lookOf(notification)
  const isUnread = notification.read_at === null
  return (
    <li>
      <Link
        {...link}
        className={classes['row']}
        data-unread={isUnread || undefined}
        onClick={() => onOpen(notification)}
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
    </li>
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
