import '@mantine/notifications/styles.layer.css'
import { Notifications } from '@mantine/notifications'

/** Where toasts appear. Fetched when idle. */
export function Toaster() {
  return <Notifications position="bottom-right" limit={4} autoClose={6000} />
}
