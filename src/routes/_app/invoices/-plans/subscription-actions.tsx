import {
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconFilePlus,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
} from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'

import { subscriptions } from '#api/plans.ts'
import {
  type SubscriptionMove,
  type SubscriptionStatus,
  isChangeable,
  subscriptionAfter,
} from '#contract/invoices/subscription-states.ts'
import type { Subscription } from '#contract/invoices/subscriptions.ts'
import { useAttempt } from '#kit/attempt.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'
import { type RecordAction, RecordActions } from '#kit/record-actions.tsx'
import { prepareToasts, toast } from '#kit/toast.ts'

import { ChangeDialog } from './change-dialog.tsx'

prepareToasts()

const moves = [
  { move: 'pause', word: 'Pause', icon: IconPlayerPause, done: 'Subscription paused' },
  { move: 'resume', word: 'Resume', icon: IconPlayerPlay, done: 'Subscription resumed' },
  { move: 'keep', word: 'Don’t cancel', icon: IconArrowBackUp, done: 'Subscription continues' },
] as const

const cancelWords: Readonly<Partial<Record<SubscriptionStatus, string>>> = {
  trialing: 'It ends with the current trial, and nothing is billed after that. Until then you can keep it.',
  active: 'It ends with the current period, and nothing is billed after that. Until then you can keep it.',
  paused:
    'If the current period is billed, it ends with that, and otherwise at once. Nothing is billed for later days.',
  upcoming: 'It ends at once, and nothing is billed. This can’t be undone.',
}

type Question = 'change' | 'cancel' | 'refunded'

/** Actions on a subscription, in the palette as well. */
export function SubscriptionActions({ subscription }: { subscription: Subscription }) {
  const { id, status, next_on, adjustments } = subscription
  const [dialog, setDialog] = useState<Question>()
  const request = useAttempt(subscriptions.move(id))
  const make = (move: SubscriptionMove | 'settle', done: string) =>
    request.mutate(
      { move },
      {
        onSuccess: () => {
          setDialog(undefined)
          void toast.success(done)
        },
        onError: ({ message }) => {
          if (dialog === undefined)
            void toast({
              id: 'subscription',
              color: 'red',
              title: 'Couldn’t change the subscription',
              message,
            })
        },
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
        <SubscriptionDialog
          subscription={subscription}
          question={dialog}
          request={request}
          onMove={make}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  )
}

interface DialogProps {
  subscription: Subscription
  question: Question
  request: NonNullable<ComponentProps<typeof ConfirmDialog>['request']>
  onMove: (move: 'cancel' | 'settle', done: string) => void
  onClose: () => void
}

/** What is asked before it is done. */
function SubscriptionDialog({ subscription, question, request, onMove, onClose }: DialogProps) {
  const { status, adjustments } = subscription
  if (question === 'change') return <ChangeDialog subscription={subscription} onClose={onClose} />
  if (question === 'cancel')
    return (
      <ConfirmDialog
        title="Cancel this subscription?"
        action="Cancel subscription"
        request={request}
        onConfirm={() => onMove('cancel', 'Subscription canceled')}
        onClose={onClose}
      >
        {cancelWords[status]}
        {adjustments.some(({ amount }) => amount > 0) && ' What its changes cost is billed now.'}
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      title="Mark the credit as refunded?"
      action="Mark as refunded"
      request={request}
      onConfirm={() => onMove('settle', 'Credit marked as refunded')}
      onClose={onClose}
    >
      Issue a credit note for one of its invoices first. The credit is then removed from this page, and the
      activity of the customer says so. This can’t be undone.
    </ConfirmDialog>
  )
}
