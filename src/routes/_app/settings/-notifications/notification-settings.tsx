import { Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { notifications } from '#api/notifications.ts'
import type { Session } from '#contract/access/session.ts'
import { notificationKinds } from '#contract/account/notification-kinds.ts'
import type { NotificationSettings as Input, SavedSettings } from '#contract/account/notifications.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'

import { ChannelTable } from './channel-table.tsx'
import { DigestTimeCard } from './digest-time-card.tsx'

/** Notification settings of the person. Every change is saved at once. */
export function NotificationSettings({ session, saved }: { session: Session; saved: SavedSettings }) {
  const queryClient = useQueryClient()
  const { mutate, error } = useMutation(notifications.saveSettings())
  const change = async (next: Partial<SavedSettings>) => {
    const { queryKey } = notifications.settings()
    // What is being read doesn't know of the change, and would take it back.
    await queryClient.cancelQueries({ queryKey })
    const settings = { ...(queryClient.getQueryData(queryKey) ?? saved), ...next }
    // Shown before it is saved; what fails is read again.
    queryClient.setQueryData(queryKey, settings)
    mutate(inputOf(settings))
  }
  return (
    <Stack gap="md">
      <ChannelTable session={session} settings={saved} onChange={(kinds) => void change({ kinds })} />
      <DigestTimeCard
        digest={saved.digest}
        timeZone={session.time_zone}
        onChange={(digest) => void change({ digest })}
      />
      <InlineProblem error={error} />
    </Stack>
  )
}

/** Kinds that only the service knows stay as they are. */
const inputOf = ({ kinds, digest }: SavedSettings): Input => ({
  digest,
  kinds: notificationKinds.flatMap((kind) =>
    kinds.filter((one) => one.kind === kind).map(({ in_app, email }) => ({ kind, in_app, email })),
  ),
})
