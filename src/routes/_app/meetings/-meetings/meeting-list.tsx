import { IconCalendarEvent, IconPlus } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { meetings } from '#api/meetings.ts'
import { session } from '#api/session.ts'
import type { MeetingSummary } from '#contract/meeting-summary.ts'
import type { MeetingTime } from '#contract/meetings.ts'
import { ButtonLink } from '#kit/link.tsx'
import { type ListColumn, ColumnMenu, useColumnChoice } from '#kit/list/columns.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListPager } from '#kit/list/pager.tsx'
import { ListAnswer } from '#kit/list/result.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { ListScreen, ListToolbar, isBlank } from '#kit/list/screen.tsx'
import { ListSearch } from '#kit/list/search.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Select } from '#kit/select.tsx'
import { numberText } from '#lib/locale.ts'
import { zoneText } from '#lib/meeting-time.ts'
import { CustomerSelect } from '#routes/_app/invoices/-customer-select.tsx'
import type { DocumentSearch } from '#routes/_app/proposals/-documents/document-search.ts'

import { MeetingBadge, businessTime, otherTime, placeText } from './meeting-words.tsx'
import { phoneText } from './phone-text.ts'

const columnsIn = (zone: string | undefined): readonly ListColumn<MeetingSummary>[] => [
  { id: 'title', label: 'Title', text: ({ title }) => title, widthRem: 14 },
  { id: 'starts_at', label: 'When', text: (row) => businessTime(row, zone), widthRem: 20 },
  {
    id: 'time_zone',
    label: 'Other time zone',
    text: (row) => otherTime(row, zone) ?? '',
    widthRem: 20,
    isExtra: true,
  },
  { id: 'customer_name', label: 'Customer', text: ({ customer_name }) => customer_name ?? '', widthRem: 10 },
  { id: 'place', label: 'Place', text: placeText, widthRem: 10 },
  {
    id: 'attendee_count',
    label: 'Attendees',
    text: ({ attendee_count }) => numberText(attendee_count),
    widthRem: 6,
    align: 'end',
  },
  {
    id: 'status',
    label: 'Status',
    text: ({ status }) => status,
    cell: (row) => <MeetingBadge {...row} isQuiet />,
    widthRem: 8,
  },
]

const times: Readonly<Record<MeetingTime, string>> = {
  upcoming: 'Upcoming',
  past: 'Past',
  canceled: 'Canceled',
}

/** Those to come, unless the URL names others. */
const whenOf = ({ status }: DocumentSearch): MeetingTime =>
  status === 'past' || status === 'canceled' ? status : 'upcoming'

interface Props {
  search: DocumentSearch
  setSearch: (update: (old: DocumentSearch) => DocumentSearch, replace?: boolean) => void
}

/** The meetings of the account: those to come, or the others. */
export function MeetingList(props: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  if (!current.features.includes('meetings')) return <NotFound />
  return (
    <List {...props} canManage={current.abilities.includes('meetings.manage')} zone={current.time_zone} />
  )
}

function List({
  search,
  setSearch,
  canManage,
  zone,
}: Props & { canManage: boolean; zone: string | undefined }) {
  const { customer } = search
  const when = whenOf(search)
  const list = useQuery(meetings.list({ ...search, when }))
  const screen = useListScreen<MeetingSummary, DocumentSearch>({ list, query: search, setSearch })
  const { total, change } = screen
  const isSearched = search.search !== '' || customer !== undefined
  const columns = useColumnChoice(
    'meetings',
    useMemo(() => columnsIn(zone), [zone]),
  )
  const rows = useMemo(() => rowsIn(zone), [zone])
  return (
    <ListScreen isBlank={isBlank(list, isSearched || when !== 'upcoming')}>
      <PageHeader
        title="Meetings"
        subtitle={zone && `Times are in your business’s time zone, ${zoneText(zone)}.`}
        actions={
          canManage ? (
            <ButtonLink
              to="/meetings/new"
              search={{ customer }}
              leftSection={<IconPlus size={16} aria-hidden />}
              aria-keyshortcuts="c"
            >
              New meeting
            </ButtonLink>
          ) : (
            <NeedsPermission ability="meetings.manage" to="schedule meetings" />
          )
        }
      />
      <ListToolbar rest={<ColumnMenu choice={columns} />}>
        <ListSearch
          label="Search meetings"
          placeholder="Title, customer"
          value={search.search}
          error={list.error?.fields?.['search']}
          onSearch={(text) => change({ search: text }, true)}
        />
        <Select
          aria-label="Which meetings"
          value={when}
          data={Object.entries(times).map(([value, label]) => ({ value, label }))}
          onChange={({ currentTarget }) => change({ status: currentTarget.value })}
        />
        <CustomerSelect
          value={customer}
          error={list.error?.fields?.['customer_id']}
          onCustomer={(id) => change({ customer: id })}
        />
      </ListToolbar>
      <ListAnswer
        list={list}
        empty={
          <EmptyList
            icon={IconCalendarEvent}
            isPastTheEnd={total > 0}
            onFirstPage={() => change({ page: 1 })}
            noMatch={
              isSearched && {
                title: 'No matching meetings',
                hint: 'Try fewer words, another customer or another time.',
                clear: 'Clear filters',
                onClear: () => change({ search: '', customer: undefined }),
              }
            }
            nothing={
              when === 'upcoming'
                ? {
                    title: 'No upcoming meetings',
                    hint: 'Schedule one, and invite the customer and others: it appears in their calendars.',
                  }
                : { title: `No ${times[when].toLowerCase()} meetings`, hint: 'Choose another time above.' }
            }
          />
        }
      >
        <ListTable
          label="Meetings"
          columns={columns}
          page={{ ...screen.page, rows: list.data?.rows }}
          row={rows}
        />
      </ListAnswer>
      {screen.pager && <ListPager {...screen.pager} />}
    </ListScreen>
  )
}

const rowsIn = (zone: string | undefined): RowOptions<MeetingSummary> => ({
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/meetings/$id', params: { id: String(id) } }),
  // No status: it is that of the filter, and would cut the time off.
  phone: (row) => ({ detail: phoneText(row, zone) }),
})
