import { IconBell } from '@tabler/icons-react'

import { openNotifications } from '../-notifications/notification-state.ts'
import { useCounts } from './use-counts.ts'

import shell from './shell.module.css'
import classes from './sidebar.module.css'

const open = { type: 'button', 'aria-haspopup': 'dialog', onClick: openNotifications } as const

/** Opens the notifications, with how many are unread: a row of the sidebar. */
export function BellEntry() {
  const unread = useUnread()
  return (
    <div className={`${classes['counted']} ${classes['bell']}`}>
      <button {...open} className={classes['entry']} data-label="Notifications" aria-describedby="unread">
        <IconBell size={18} stroke={1.7} aria-hidden />
        <span className={classes['label']}>Notifications</span>
      </button>
      {unread && (
        <span className={classes['count']}>
          {unread.short}
          <span id="unread" className={classes['srOnly']}>
            {unread.long}
          </span>
        </span>
      )}
    </div>
  )
}

/** The same in the bar above every screen on a phone. */
export function BellButton() {
  const unread = useUnread()
  return (
    <button
      {...open}
      className={shell['topButton']}
      aria-label={unread ? `Notifications, ${unread.long}` : 'Notifications'}
      data-unread={unread !== undefined || undefined}
    >
      <IconBell size={20} aria-hidden />
    </button>
  )
}

/** The most that the service counts. */
const mostCounted = 100

/** How many notifications the person hasn't read, in short and for screen readers; undefined for none. */
function useUnread(): { readonly short: string; readonly long: string } | undefined {
  const count = useCounts()?.unread_notifications ?? 0
  if (count === 0) return undefined
  const short = count >= mostCounted ? `${mostCounted - 1}+` : String(count)
  return { short, long: `${short} unread` }
}
