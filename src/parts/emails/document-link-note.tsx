import { Button, Text } from '@mantine/core'
import { IconEyeOff } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { customerChanges } from '#api/customer-changes.ts'
import { session } from '#api/session.ts'
import type { LinkedKind } from '#contract/documents/linked-kinds.ts'
import { useAttempt } from '#kit/attempt.ts'
import { Banner } from '#kit/banner.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'

/** The document that an email is about. */
export interface EmailedDocument {
  readonly kind: LinkedKind
  readonly customer_id: number
  readonly customer_name: string
}

const purposes: Readonly<Record<LinkedKind, string>> = {
  invoice: 'view and pay it',
  proposal: 'view and accept it',
  contract: 'review and sign it',
}

/** Says that the email ends with a link to the document, or why not, with the way to change that. */
export function DocumentLinkNote({ kind, customer_id, customer_name }: EmailedDocument) {
  const { data: permissions } = useQuery(customerChanges.permissions({ ids: [customer_id] }))
  const { data: current } = useSuspenseQuery(session.current())
  const request = useAttempt(customerChanges.request())
  // Deleted in the meantime, or not known yet.
  if (!permissions || permissions.total === 0) return null
  const permission = `view-${kind}` as const
  if (permissions.having.get(permission))
    return (
      <Text size="sm" c="dimmed">
        A link to {purposes[kind]} follows the message.
      </Text>
    )
  return (
    <>
      <Banner
        icon={IconEyeOff}
        action={
          current.abilities.includes('customers.manage') && (
            <Button
              size="xs"
              variant="default"
              loading={request.isPending}
              onClick={() =>
                request.mutate({
                  kind: 'permissions',
                  customers: { ids: [customer_id] },
                  grant: [permission],
                })
              }
            >
              Allow {kind}s
            </Button>
          )
        }
      >
        <bdi>{customer_name}</bdi> can’t see {kind}s in the portal, so the email has no link to this one.
      </Banner>
      <InlineProblem error={request.error} />
    </>
  )
}
