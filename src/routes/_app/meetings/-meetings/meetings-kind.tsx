import { Text } from '@mantine/core'
import { IconCalendarEvent, IconCalendarTime, IconCalendarWeek } from '@tabler/icons-react'

import { meetings } from '#api/meetings.ts'
import type { ListedMeeting, MeetingTime } from '#contract/meetings/meetings.ts'
import type { MeetingSort } from '#contract/wire/list-sorts.ts'
import { ButtonLink } from '#kit/link.tsx'
import { type ListFilter, choice } from '#kit/list/filters/filter.tsx'
import { textColumn } from '#kit/list/usual-columns.tsx'
import { numberText } from '#lib/locale.ts'
import { zoneText } from '#lib/meeting-time.ts'
import { useCustomerFilter } from '#parts/customers/customer-filter.tsx'
import type { DocumentSearch } from '#parts/documents/document-search.ts'
import type { ListKind } from '#parts/lists/list-kind.ts'
import { MeetingBadge, businessTime, otherTime, placeText } from '#parts/meetings/meeting-words.tsx'
import { useColleagueName, useColleagueOptions } from '#parts/people/colleagues.ts'

import { phoneText } from './phone-text.ts'

type Search = DocumentSearch<MeetingSort> & { readonly person?: number | undefined }

const times: Readonly<Record<MeetingTime, string>> = {
  upcoming: 'Upcoming',
  past: 'Past',
  canceled: 'Canceled',
}

const tabs = Object.entries(times).map(([time, label]) => ({
  value: time === 'upcoming' ? '' : time,
  label,
  count: null,
}))

/** "2 yes, 1 no": what those who are invited have answered. */
const answersText = ({
  accepted_count: yes,
  tentative_count: maybe,
  declined_count: no,
}: ListedMeeting): string =>
  Object.entries({ yes, maybe, no })
    .filter(([, count]) => count > 0)
    .map(([answer, count]) => `${numberText(count)} ${answer}`)
    .join(', ')

const Answers = (row: ListedMeeting) => (
  <Text size="xs" c="dimmed" pe={8}>
    {answersText(row)}
  </Text>
)

/** Those to come, unless the URL names others. */
const whenOf = ({ status }: Search): MeetingTime =>
  status === 'past' || status === 'canceled' ? status : 'upcoming'

function useMeetingFilters(search: Search): readonly ListFilter<Search>[] {
  const name = useColleagueName(search.person)
  return [
    ...useCustomerFilter(search),
    choice({
      label: 'Colleague',
      name: 'person',
      useOptions: useColleagueOptions,
      chip: () => name,
      any: 'Everyone',
      param: 'staff_id',
    }),
  ]
}

const csv = [
  'id',
  'title',
  'status',
  'starts_at',
  'ends_at',
  'time_zone',
  'customer_id',
  'customer_name',
  'place',
  'link',
  'attendee_count',
  'accepted_count',
  'tentative_count',
  'declined_count',
  'created_at',
  'updated_at',
] as const

/** The meetings of the account: those to come, or the others. Their times are those of `zone`. */
export const meetingsKind = (
  zone: string | undefined,
  canSetTimes: boolean,
): ListKind<ListedMeeting, Search> => ({
  noun: 'meeting',
  plural: 'meetings',
  icon: IconCalendarEvent,
  path: '/meetings',
  list: (search) => meetings.list({ ...search, when: whenOf(search) }),
  columns: [
    textColumn('title', 'Title', { sort: 'title', widthRem: 13 }),
    {
      id: 'starts_at',
      label: 'When',
      text: (row) => businessTime(row, zone),
      sort: 'starts_at',
      sortWords: ['earliest first', 'latest first'],
      widthRem: 16,
    },
    {
      id: 'time_zone',
      label: 'Other time zone',
      text: (row) => otherTime(row, zone) ?? '',
      widthRem: 20,
      isExtra: true,
    },
    textColumn('customer_name', 'Customer', { widthRem: 10 }),
    { id: 'place', label: 'Place', text: placeText, widthRem: 9 },
    {
      id: 'attendee_count',
      label: 'Attendees',
      text: (row) => [numberText(row.attendee_count), answersText(row)].filter(Boolean).join(' · '),
      widthRem: 9,
    },
    {
      id: 'status',
      label: 'Status',
      text: ({ status }) => status,
      cell: (row) => <MeetingBadge {...row} isQuiet />,
      widthRem: 11,
    },
  ],
  row: {
    id: ({ id }) => id,
    link: ({ id }) => ({ to: '/meetings/$id', params: { id: String(id) } }),
    // No status: it is that of the filter, and would cut the time off.
    phone: (row) => ({
      detail: phoneText(row, zone),
      ...(answersText(row) !== '' && { end: <Answers {...row} /> }),
    }),
  },
  csv,
  usualSort: (search) => (whenOf(search) === 'upcoming' ? 'starts_at' : '-starts_at'),
  searches: 'Title, customer',
  useFilters: useMeetingFilters,
  tabs: {
    label: 'Which meetings',
    of: () => tabs,
    value: (search) => (whenOf(search) === 'upcoming' ? '' : whenOf(search)),
    change: (status) => ({ status }),
  },
  subtitle: () => zone && `Times are in your business’s time zone, ${zoneText(zone)}.`,
  noMatch: (search) =>
    search.search === '' && search.customer === undefined && search.person === undefined
      ? {
          title: `No ${times[whenOf(search)].toLowerCase()} meetings`,
          hint: 'Choose another time above.',
          clear: 'Show upcoming meetings',
        }
      : {
          title: 'No matching meetings',
          hint: 'Try fewer words, another customer, colleague or time.',
        },
  nothing: {
    title: 'No upcoming meetings',
    hint: 'Schedule one, and invite the customer and others: it appears in their calendars.',
  },
  links: <MeetingLinks canSetTimes={canSetTimes} />,
  create: {
    ability: 'meetings.manage',
    to: 'schedule meetings',
    label: 'New meeting',
    address: ({ customer }) => ({ to: '/meetings/new', search: { customer } }),
    shortcut: 'c',
  },
})

const MeetingLinks = ({ canSetTimes }: { canSetTimes: boolean }) => (
  <>
    {canSetTimes && (
      <ButtonLink
        to="/meetings/booking-times"
        variant="default"
        leftSection={<IconCalendarTime size={16} aria-hidden />}
      >
        Booking times
      </ButtonLink>
    )}
    <ButtonLink
      to="/meetings/calendar"
      variant="default"
      leftSection={<IconCalendarWeek size={16} aria-hidden />}
    >
      Calendar
    </ButtonLink>
  </>
)
