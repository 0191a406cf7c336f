import { Anchor, Skeleton } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { meetings } from '#api/meetings.ts'
import { session } from '#api/session.ts'
import type { Session } from '#contract/access/session.ts'
import type { MeetingAnswer } from '#contract/meetings/answers.ts'
import type { Meeting, MeetingAttendee, MeetingEmail } from '#contract/meetings/meetings.ts'
import { AbsentRecord } from '#kit/absent-record.tsx'
import { BackLink } from '#kit/back-link.tsx'
import { Fact, FactList, FactState } from '#kit/facts.tsx'
import { TextLink } from '#kit/link.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import type { Failure } from '#kit/problem.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { StatusBadge, type Tone } from '#kit/status-badge.tsx'
import { zoneText } from '#lib/meeting-time.ts'
import { MeetingBadge, businessTime, otherTime } from '#parts/meetings/meeting-words.tsx'
import { ScreenProblem } from '#routes/-screen-problem.tsx'

import { MeetingActions } from './meeting-actions.tsx'
import { sentTogether } from './sent-together.ts'

import layout from '#kit/record-page.module.css'
import classes from '#parts/meetings/meetings.module.css'

/** A meeting: when, where and with whom, and what was emailed about it. */
export function MeetingPage({ id }: { id: number }) {
  const { data: current } = useSuspenseQuery(session.current())
  const isOffered = current.features.records && Number.isSafeInteger(id) && id > 0
  const { data: meeting, error } = useQuery({ ...meetings.one(id), enabled: isOffered })
  if (!isOffered) return <NotFound />
  if (meeting) return <Details meeting={meeting} session={current} />
  if (error) return <MeetingProblem error={error} />
  return (
    <div className={layout.page} aria-hidden>
      <Skeleton height={56} width={320} mb="lg" />
      <Skeleton height={240} />
    </div>
  )
}

function Details({ meeting, session: current }: { meeting: Meeting; session: Session }) {
  const { title, time_zone, place, link, notes, created_by, made_by_customer, created_at } = meeting
  const zone = current.time_zone
  const there = otherTime(meeting, zone)
  return (
    <div className={layout.page}>
      <PageHeader
        back={<BackLink to="/meetings">Meetings</BackLink>}
        title={title}
        subtitle={
          <span className={layout.status}>
            <MeetingBadge {...meeting} />
            <span>
              Created <RelativeTime datetime={created_at} /> by <bdi>{created_by}</bdi>
              {made_by_customer && ' in the portal'}
            </span>
          </span>
        }
        actions={
          current.abilities.includes('meetings.manage') ? (
            <MeetingActions meeting={meeting} canEmail={current.features.email} />
          ) : (
            <NeedsPermission ability="meetings.manage" to="change meetings" />
          )
        }
      />
      <div className={layout.cards}>
        <SectionCard title="Meeting">
          <FactList>
            <FactState label="When" isWide>
              <span>
                {businessTime(meeting, zone)} ({zoneText(zone ?? time_zone)})
                {there !== undefined && <span className={classes.there}>{there}</span>}
              </span>
            </FactState>
            <Fact label="Place" value={place} isWide />
            <Fact label="Link" value={link} isWide>
              {/* The service takes https alone. */}
              <Anchor href={link} target="_blank" rel="noopener noreferrer" inherit>
                {link}
              </Anchor>
            </Fact>
          </FactList>
        </SectionCard>
        <Attendees meeting={meeting} canSeeContacts={current.abilities.includes('contacts.view')} />
        {notes !== '' && (
          <SectionCard title="Notes" description="Part of the invitation">
            <div className={classes.notes} dir="auto">
              {notes}
            </div>
          </SectionCard>
        )}
        <Emails id={meeting.id} />
      </div>
    </div>
  )
}

const kinds: Readonly<Record<MeetingAttendee['kind'], string>> = {
  customer: 'Customer',
  contact: 'Contact',
  staff: 'Colleague',
  email: 'Guest',
}

function Attendees({
  meeting: { attendees, invited },
  canSeeContacts,
}: {
  meeting: Meeting
  canSeeContacts: boolean
}) {
  const isInvited = ({ email }: MeetingAttendee) =>
    invited.some((one) => one.toLowerCase() === email.toLowerCase())
  return (
    <SectionCard title="Attendees">
      {attendees.length === 0 ? (
        'Nobody is invited yet.'
      ) : (
        <ul className={classes.people} aria-label="Attendees">
          {attendees.map((one) => (
            <li key={`${one.kind} ${one.id ?? one.email}`}>
              <span>
                <Name attendee={one} canSeeContacts={canSeeContacts} />
                <span className={classes.detail}>
                  {[kinds[one.kind], one.name === '' ? '' : one.email].filter(Boolean).join(' · ')}
                </span>
                {one.note !== '' && (
                  <span className={classes.detail}>
                    “<bdi>{one.note}</bdi>”
                  </span>
                )}
              </span>
              <Answer attendee={one} isInvited={isInvited(one)} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

const answers: Readonly<Record<MeetingAnswer, { readonly word: string; readonly tone: Tone }>> = {
  accepted: { word: 'Accepted', tone: 'good' },
  tentative: { word: 'Maybe', tone: 'notice' },
  declined: { word: 'Declined', tone: 'bad' },
}

function Answer({ attendee: { answer }, isInvited }: { attendee: MeetingAttendee; isInvited: boolean }) {
  if (answer === null) return isInvited ? <StatusBadge tone="info">Invited</StatusBadge> : null
  const { word, tone } = answers[answer]
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}

function Name({
  attendee: { kind, id, name, email },
  canSeeContacts,
}: {
  attendee: MeetingAttendee
  canSeeContacts: boolean
}) {
  const text = <bdi>{name || email}</bdi>
  if (kind === 'customer' && id !== null)
    return (
      <TextLink to="/customers/$id" params={{ id: String(id) }}>
        {text}
      </TextLink>
    )
  if (kind === 'contact' && canSeeContacts)
    return (
      <TextLink to="/contacts" search={{ search: email || name }}>
        {text}
      </TextLink>
    )
  return text
}

function Emails({ id }: { id: number }) {
  const { data: emails = [] } = useQuery(meetings.emails(id))
  if (emails.length === 0) return null
  return (
    <SectionCard title="Emails" isFlush>
      <ul className={classes.emails}>
        {sentTogether(emails).map((email) => (
          <li key={email.id}>
            <Email email={email} />
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

const states: Readonly<Record<MeetingEmail['status'], { readonly word: string; readonly tone: Tone }>> = {
  queued: { word: 'Queued', tone: 'info' },
  sending: { word: 'Sending…', tone: 'info' },
  sent: { word: 'Sent', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  canceled: { word: 'Canceled', tone: 'neutral' },
}

// Not the entry of an invoice's emails: shared, it would be part of what every screen fetches.
function Email({ email }: { email: MeetingEmail }) {
  const { word, tone } = states[email.status]
  return (
    <>
      <span>
        {email.method === 'REQUEST' ? 'Invitation' : 'Withdrawn invitation'}
        <span className={classes.detail}>{email.to.join(', ')}</span>
        {email.problem !== null && <span className={classes.detail}>{email.problem}</span>}
        <span className={classes.detail}>
          <RelativeTime datetime={email.sent_at ?? email.created_at} /> · <bdi>{email.caused_by}</bdi>
        </span>
      </span>
      <StatusBadge tone={tone}>{word}</StatusBadge>
    </>
  )
}

function MeetingProblem({ error }: { error: Failure }) {
  if (error.kind !== 'absent') return <ScreenProblem error={error} />
  return (
    <AbsentRecord
      icon={IconCalendarEvent}
      title="Meeting not found"
      back={{ to: '/meetings', label: 'Back to meetings' }}
    />
  )
}
