import { Button, Group, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'

import type { Session } from '#contract/session.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { ButtonLink } from '#kit/link.tsx'
import { SectionCard } from '#kit/section-card.tsx'

// Part of the screens of plans, which are larger than the page of a customer.
const SubscriptionList = lazyWithRetry(
  async () => (await import('#parts/subscriptions/customer-subscriptions.tsx')).CustomerSubscriptions,
)

interface Props {
  customerId: number
  session: Session
}

/** The plans that a customer is subscribed to, fetched when asked for; nothing on a service without plans. */
export function CustomerSubscriptions({ customerId, session: { abilities, features } }: Props) {
  const [isShown, setIsShown] = useState(false)
  if (!features.records) return null
  return (
    <SectionCard
      title="Subscriptions"
      isFlush={isShown}
      actions={
        <Group gap="md">
          {!isShown && (
            <Button variant="subtle" size="xs" onClick={() => setIsShown(true)}>
              Show subscriptions
            </Button>
          )}
          {abilities.includes('invoices.manage') && (
            <ButtonLink
              to="/invoices/subscriptions/new"
              search={{ customer: customerId }}
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              Subscribe
            </ButtonLink>
          )}
        </Group>
      }
    >
      {isShown && (
        <Suspense fallback={<Skeleton height={60} />}>
          <SubscriptionList customerId={customerId} />
        </Suspense>
      )}
    </SectionCard>
  )
}
