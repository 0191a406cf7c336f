import { useLayoutEffect } from 'react'

import type { Webhook } from '#contract/webhooks/webhooks.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { endpointName } from '#parts/webhooks/endpoint-name.ts'

import { SigningSecret } from './-signing-secret.tsx'

interface Props {
  webhook: Webhook
  secret: string
  /** Whether a test event follows once the secret is stored. */
  sendsTest: boolean
  isFinishing: boolean
  onDone: () => void
}

/** The page right after a webhook was created: its secret, shown once. */
export function WebhookCreated({ webhook, secret, sendsTest, isFinishing, onDone }: Props) {
  // It replaces a long form without a navigation, so the window is still scrolled down to that form's end.
  useLayoutEffect(function scrollToTop() {
    window.scrollTo(0, 0)
  }, [])
  return (
    <>
      <PageHeader title={endpointName(webhook)} subtitle="Created. One step left." />
      <SigningSecret
        secret={secret}
        onDone={onDone}
        isFinishing={isFinishing}
        doneLabel={sendsTest ? 'Send the test event' : 'Done'}
      />
    </>
  )
}
