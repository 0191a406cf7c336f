import { Button, Group, Skeleton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'

import type { Session } from '#contract/session.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { ButtonLink } from '#kit/link.tsx'
import { SectionCard } from '#kit/section-card.tsx'

// Part of the screens of meetings, which are larger than the page of a customer.
const MeetingList = lazyWithRetry(
  async () => (await import('#parts/meetings/customer-meetings.tsx')).CustomerMeetings,
)

interface Props {
  customerId: number
  session: Session
}

/** The meetings with a customer, fetched when asked for; nothing on a service without meetings. */
export function CustomerMeetings({ customerId, session: { abilities, features } }: Props) {
  const [isShown, setIsShown] = useState(false)
  if (!features.records) return null
  return (
    <SectionCard
      title="Meetings"
      isFlush={isShown}
      actions={
        <Group gap="md">
          {!isShown && (
            <Button variant="subtle" size="xs" onClick={() => setIsShown(true)}>
              Show meetings
            </Button>
          )}
          {abilities.includes('meetings.manage') && (
            <ButtonLink
              to="/meetings/new"
              search={{ customer: customerId }}
              variant="default"
              size="xs"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              Schedule
            </ButtonLink>
          )}
        </Group>
      }
    >
      {isShown && (
        <Suspense fallback={<Skeleton height={60} />}>
          <MeetingList customerId={customerId} />
        </Suspense>
      )}
    </SectionCard>
  )
}
