import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconFilePlus,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { Suspense, useState } from 'react'

import { subscriptions } from '#api/plans.ts'
import {
  type SubscriptionMove,
  isChangeable,
  subscriptionAfter,
} from '#contract/invoices/subscription-states.ts'
import type { Subscription } from '#contract/invoices/subscriptions.ts'
import { useAttempt } from '#kit/attempt.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { type RecordAction, RecordActions } from '#kit/record-actions.tsx'
import { prepareToasts, toast } from '#kit/toast.ts'

import type { SubscriptionQuestion } from './subscription-dialogs.tsx'

prepareToasts()

const SubscriptionDialog = lazyWithRetry(
  async () => (await import('./subscription-dialogs.tsx')).SubscriptionDialog,
)

const moves = [
  { move: 'pause', word: 'Pause', icon: IconPlayerPause, done: 'Subscription paused' },
  { move: 'resume', word: 'Resume', icon: IconPlayerPlay, done: 'Subscription resumed' },
  { move: 'keep', word: 'Don’t cancel', icon: IconArrowBackUp, done: 'Subscription continues' },
] as const

/** Actions on a subscription, in the palette as well. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { id, status, next_on, adjustments } = subscription
  const [dialog, setDialog] = useState<SubscriptionQuestion>()
  const request = useAttempt(subscriptions.move(id))
  const make = (move: SubscriptionMove | 'settle', done: string) =>
    request.mutate(
      { move },
      {
        onSuccess: () => {
          setDialog(undefined)
          void toast.success(done)
        },
        onError: (error) =>
          dialog === undefined && toast.failed('subscription', 'Couldn’t change the subscription')(error),
      },
    )
  const allowed = moves.filter(
    ({ move }) => subscriptionAfter(status, move) !== undefined && (move !== 'pause' || next_on !== null),
  )
  // Changes that no invoice will include: charges are drafted, credits refunded with a credit note.
  const isLeft = adjustments.length > 0 && next_on === null && status !== 'paused'
  const settle = adjustments.some(({ amount }) => amount > 0)
    ? { label: 'Draft invoice', icon: IconFilePlus, run: () => make('settle', 'Invoice drafted') }
    : { label: 'Mark as refunded', icon: IconCheck, run: () => setDialog('refunded') }
  return (
    <>
      <RecordActions
        actions={[
          ...allowed.map(({ move, word, icon, done }): RecordAction => ({
            label: move === 'keep' ? word : `${word} subscription`,
            word,
            icon,
            run: () => make(move, done),
            button: 'default',
            isPending: request.isPending && dialog === undefined,
          })),
          isLeft && {
            ...settle,
            button: 'default',
            isPending: request.isPending && dialog === undefined,
          },
          isChangeable(status) && {
            label: 'Change subscription',
            word: 'Change',
            icon: IconPencil,
            run: () => setDialog('change'),
            button: 'filled',
            keys: 'e',
          },
          subscriptionAfter(status, 'cancel') !== undefined && {
            label: 'Cancel subscription',
            icon: IconBan,
            run: () => setDialog('cancel'),
            isDestructive: true,
          },
        ]}
      />
      {dialog && (
        <Suspense>
          <SubscriptionDialog
            subscription={subscription}
            question={dialog}
            request={request}
            onMove={make}
            onClose={() => setDialog(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
