import type { Overview } from '#contract/account/overview.ts'
import { TextLink } from '#kit/link.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { pluralize } from '#lib/pluralize.ts'

import { MeetingRows } from './meeting-rows.tsx'

interface Props {
  upcoming: NonNullable<Overview['upcoming_meetings']>
  /** The time zone of the business. */
  zone: string
}

/** The next meetings, on the overview. */
export function UpcomingMeetings({ upcoming, zone }: Props) {
  const { total, meetings } = upcoming
  return (
    <SectionCard
      title="Upcoming meetings"
      isFlush
      actions={
        <TextLink to="/meetings" size="sm">
          {total > meetings.length ? `All ${pluralize(total, 'meeting')}` : 'All meetings'}
        </TextLink>
      }
    >
      <MeetingRows rows={meetings} zone={zone} hasCustomer />
    </SectionCard>
  )
}
