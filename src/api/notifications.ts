import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type NotificationSettings,
  listNotifications,
  readNotifications,
  showNotificationSettings,
  updateNotificationSettings,
} from '#contract/account/notifications.ts'

import { call } from './client.ts'

const all = ['notifications'] as const

/** The signed-in person's notifications, where the service has them (`notifications`). */
export const notifications = {
  list: () =>
    infiniteQueryOptions({
      queryKey: [...all, 'list'] as const,
      queryFn: ({ pageParam: before, signal }) =>
        call(listNotifications, { query: before === null ? {} : { before: String(before) } }, signal),
      initialPageParam: null as number | null,
      getNextPageParam: ({ meta }) => meta.next_before,
    }),
  /** Marks one as read, or all up to it. The count beside the bell follows with the change that the service reports. */
  read: () =>
    mutationOptions({
      mutationFn: (body: { readonly id: number; readonly and_earlier: boolean }) =>
        call(readNotifications, { body }),
      onSuccess: (_data, _body, _result, { client }) => client.invalidateQueries({ queryKey: ['counts'] }),
      meta: { stale: all },
    }),
  settings: () =>
    queryOptions({
      queryKey: [...all, 'settings'] as const,
      queryFn: async ({ signal }) => (await call(showNotificationSettings, {}, signal)).data,
    }),
  saveSettings: () =>
    mutationOptions({
      mutationFn: async (body: NotificationSettings) =>
        (await call(updateNotificationSettings, { body })).data,
      // One after the other: of two quick changes, the later one counts.
      scope: { id: 'notification-settings' },
      meta: { stale: [...all, 'settings'] },
    }),
}
