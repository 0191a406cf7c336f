import type { ComponentProps } from 'react'

import type { SubscriptionStatus } from '#contract/invoices/subscription-states.ts'
import type { Subscription } from '#contract/invoices/subscriptions.ts'
import { ConfirmDialog } from '#kit/confirm-dialog.tsx'

import { ChangeDialog } from './change-dialog.tsx'

const cancelWords: Readonly<Partial<Record<SubscriptionStatus, string>>> = {
  trialing: 'It ends with the current trial, and nothing is billed after that. Until then you can keep it.',
  active: 'It ends with the current period, and nothing is billed after that. Until then you can keep it.',
  paused:
    'If the current period is billed, it ends with that, and otherwise at once. Nothing is billed for later days.',
  upcoming: 'It ends at once, and nothing is billed. This can’t be undone.',
}

/** Actions on a subscription that ask first. */
export type SubscriptionQuestion = 'change' | 'cancel' | 'refunded'

interface DialogProps {
  subscription: Subscription
  question: SubscriptionQuestion
  request: NonNullable<ComponentProps<typeof ConfirmDialog>['request']>
  onMove: (move: 'cancel' | 'settle', done: string) => void
  onClose: () => void
}

/** What is asked before it is done. */
export function SubscriptionDialog({ subscription, question, request, onMove, onClose }: DialogProps) {
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
