import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'

import { notifications } from '#api/notifications.ts'
import { session } from '#api/session.ts'
import { PageHeader } from '#kit/page-header.tsx'

import { NotificationSettings } from './-notifications/notification-settings.tsx'

export const Route = createFileRoute('/_app/settings/notifications')({
  loader: async ({ context: { queryClient } }) => {
    const { features } = await queryClient.ensureQueryData(session.current())
    if (features.records) await queryClient.ensureQueryData(notifications.settings())
  },
  component: Notifications,
})

/** Notification settings of a person in the account. */
function Notifications() {
  const { data: current } = useSuspenseQuery(session.current())
  const { data: settings } = useSuspenseQuery(notifications.settings())
  return (
    <>
      <PageHeader title="Notifications" subtitle={`What ${current.account.name} notifies you of`} />
      <NotificationSettings session={current} saved={settings} />
    </>
  )
}
