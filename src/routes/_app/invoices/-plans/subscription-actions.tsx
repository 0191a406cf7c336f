import { Button } from '@mantine/core'
import { IconArrowBackUp, IconBan, IconPencil, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useRef, useState } from 'react'

import { subscriptions } from '#api/plans.ts'
import { type SubscriptionMove, isChangeable, subscriptionAfter } from '#contract/subscription-states.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { useEditKey } from '#kit/page-keys.ts'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts, toast } from '#kit/toast.ts'
import { newKey } from '#lib/new-key.ts'

import { ChangeDialog } from './change-dialog.tsx'

prepareToasts()

const moves = [
  { move: 'pause', word: 'Pause', icon: IconPlayerPause, done: 'Subscription paused' },
  { move: 'resume', word: 'Resume', icon: IconPlayerPlay, done: 'Subscription resumed' },
  { move: 'keep', word: 'Keep subscription', icon: IconArrowBackUp, done: 'Subscription continues' },
] as const

/** What can be done with a subscription; all of it in the palette as well. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { id, status, next_on } = subscription
  const [dialog, setDialog] = useState<'change' | 'cancel'>()
  const request = useSingleFlightMutation(subscriptions.move(id))
  // The same until it has worked, so that a lost response isn't refused for its own change.
  const key = useRef<string>(undefined)
  const make = (move: SubscriptionMove, done: string) => {
    key.current ??= newKey()
    request.mutate(
      { move, key: key.current },
      {
        onSuccess: () => {
          key.current = undefined
          setDialog(undefined)
          void toast.success(done)
        },
        onError: ({ message }) => {
          key.current = undefined
          if (move !== 'cancel')
            void toast({
              id: 'subscription',
              color: 'red',
              title: 'Couldn’t change the subscription',
              message,
            })
        },
      },
    )
  }
  const allowed = moves.filter(
    ({ move }) => subscriptionAfter(status, move) !== undefined && (move !== 'pause' || next_on !== null),
  )
  const canChange = isChangeable(status)
  const canCancel = subscriptionAfter(status, 'cancel') !== undefined
  const change = () => setDialog('change')
  useEditKey(canChange ? change : undefined)
  usePageActions([
    ...(canChange ? [{ label: 'Change subscription', icon: IconPencil, run: change }] : []),
    ...allowed.map(({ move, word, icon, done }) => ({
      label: move === 'keep' ? word : `${word} subscription`,
      icon,
      run: () => make(move, done),
    })),
    ...(canCancel ? [{ label: 'Cancel subscription', icon: IconBan, run: () => setDialog('cancel') }] : []),
  ])
  return (
    <>
      {allowed.map(({ move, word, icon: Icon, done }) => (
        <Button
          key={move}
          size="sm"
          variant="default"
          loading={request.isPending && dialog === undefined}
          leftSection={<Icon size={16} aria-hidden />}
          onClick={() => make(move, done)}
        >
          {word}
        </Button>
      ))}
      {canChange && (
        <Button
          size="sm"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-keyshortcuts="e"
          onClick={change}
        >
          Change
        </Button>
      )}
      {canCancel && (
        <RecordMenu width={200}>
          <RecordMenuItem icon={IconBan} isDestructive onClick={() => setDialog('cancel')}>
            Cancel subscription
          </RecordMenuItem>
        </RecordMenu>
      )}
      {dialog === 'change' && (
        <ChangeDialog subscription={subscription} onClose={() => setDialog(undefined)} />
      )}
      {dialog === 'cancel' && (
        <ConfirmDialog
          title="Cancel this subscription?"
          action="Cancel subscription"
          request={request}
          onConfirm={() => make('cancel', 'Subscription canceled')}
          onClose={() => setDialog(undefined)}
        >
          {status === 'active' || status === 'trialing'
            ? `It ends with the current ${status === 'trialing' ? 'trial' : 'period'}, and nothing is billed after that. Until then you can keep it.`
            : 'It ends at once, and nothing more is billed. This can’t be undone.'}
        </ConfirmDialog>
      )}
    </>
  )
}
