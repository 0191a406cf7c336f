import { ActionIcon, Button, Loader } from '@mantine/core'
import { IconBell, IconChecks, IconSettings, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useLayoutEffect, useRef } from 'react'

import { notifications } from '#api/notifications.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'

import { NotificationList } from './notification-list.tsx'
import { closeNotifications } from './notification-state.ts'

import classes from './notification-center.module.css'

/** Notifications of the person, over the current screen. */
export function NotificationCenter() {
  const dialog = useRef<HTMLDialogElement>(null)
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage } = useInfiniteQuery(
    notifications.list(),
  )
  const read = useMutation(notifications.read())
  useLayoutEffect(function takeFocus() {
    const before = document.activeElement
    dialog.current?.showModal()
    // Not the first button, which does something.
    dialog.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  const all = data?.pages.flatMap((page) => page.data) ?? []
  const newest = all[0]
  const hasUnread = (data?.pages[0]?.meta.unread ?? 0) > 0

  return (
    <dialog
      ref={dialog}
      className={classes['dialog']}
      aria-label="Notifications"
      // Keys of the page below wait until it is closed.
      aria-modal
      tabIndex={-1}
      onClose={closeNotifications}
      onPointerDown={({ target }) => {
        if (target === dialog.current) closeNotifications()
      }}
    >
      <div className={classes['panel']}>
        <div className={classes['head']}>
          <h2 className={classes['title']}>Notifications</h2>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Mark all as read"
            title="Mark all as read"
            disabled={!hasUnread || !newest}
            loading={read.isPending}
            onClick={() => newest && read.mutate({ id: newest.id, and_earlier: true })}
          >
            <IconChecks size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label="Notification settings"
            title="Notification settings"
            onClick={closeNotifications}
            renderRoot={(props) => <Link to="/settings/notifications" {...props} />}
          >
            <IconSettings size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Close" onClick={closeNotifications}>
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
        <div className={classes['scroll']}>
          <InlineProblem error={error ?? read.error} />
          {!data && !error && <Loader className={classes['wait'] ?? ''} aria-label="Loading notifications" />}
          {data && all.length === 0 && (
            <EmptyState icon={IconBell} title="You’re all caught up" isSmall>
              What customers answer and book, overdue invoices and failing webhooks appear here.
            </EmptyState>
          )}
          <NotificationList
            notifications={all}
            onOpen={(group) => {
              for (const { id, read_at } of group)
                if (read_at === null) read.mutate({ id, and_earlier: false })
              closeNotifications()
            }}
          />
          {hasNextPage && (
            <Button
              variant="subtle"
              fullWidth
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Show older
            </Button>
          )}
        </div>
      </div>
    </dialog>
  )
}
