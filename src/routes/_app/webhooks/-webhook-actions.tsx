import { useMutation } from '@tanstack/react-query'
import { useCallback, useState } from 'react'

import { type KnownWebhook, webhooks } from '#api/webhooks.ts'
import { toast } from '#kit/toast.ts'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

import { DeleteDialog } from './-delete-dialog.tsx'
import { RotateDialog } from './-rotate-dialog.tsx'
import { TestDialog } from './-test-dialog.tsx'
import type { WebhookAction } from './-webhook-menu.tsx'

/** The effect of pausing on an endpoint's events. */
export const pauseHint =
  'Events that occur while an endpoint is paused are not delivered, even after you resume it.'

interface DialogState {
  kind: Exclude<WebhookAction, 'toggle'>
  webhook: KnownWebhook
}

interface Options {
  onDeleted?: () => void
  /** With the id of the delivery. */
  onTested?: (webhook: KnownWebhook, delivery: number) => void
}

/** Actions of the menus in the list and on a webhook's page: pausing at once, the rest through dialogs to render. */
export function useWebhookActions({ onDeleted, onTested }: Options) {
  const [dialog, setDialog] = useState<DialogState>()
  const { mutate, error } = useMutation(webhooks.setStatus())
  const close = () => setDialog(undefined)

  const run = useCallback(
    (action: WebhookAction, webhook: KnownWebhook) => {
      if (action !== 'toggle') return setDialog({ kind: action, webhook })
      const { id } = webhook
      const isActive = webhook.status === 'active'
      const name = endpointName(webhook)
      const message = isActive
        ? `Paused ${name}. Events are not delivered until you resume it.`
        : `Resumed ${name}`
      const undo = () => mutate({ id, status: isActive ? 'active' : 'paused' })
      mutate(
        { id, status: isActive ? 'paused' : 'active' },
        { onSuccess: () => void toast.success(message, { id: `webhook-${id}`, undo }) },
      )
    },
    [mutate],
  )

  return {
    run,
    /** Why pausing or resuming failed. */
    error,
    dialogs: dialog && (
      <>
        {dialog.kind === 'test' && (
          <TestDialog
            webhook={dialog.webhook}
            onClose={close}
            onSent={(delivery) => {
              close()
              onTested?.(dialog.webhook, delivery)
            }}
          />
        )}
        {dialog.kind === 'rotate' && <RotateDialog webhook={dialog.webhook} onClose={close} />}
        {dialog.kind === 'delete' && (
          <DeleteDialog
            webhook={dialog.webhook}
            onClose={close}
            onDeleted={() => {
              close()
              onDeleted?.()
            }}
          />
        )}
      </>
    ),
  }
}
