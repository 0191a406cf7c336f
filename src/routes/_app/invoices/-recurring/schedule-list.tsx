import { IconPlus, IconRepeat } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { schedules } from '#api/schedules.ts'
import type { ScheduleSummary } from '#contract/invoice-schedules.ts'
import { scheduleStatuses } from '#contract/schedule-filter.ts'
import { BackLink, ButtonLink } from '#kit/link.tsx'
import { ColumnMenu, useColumnChoice } from '#kit/list/columns.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListPager } from '#kit/list/pager.tsx'
import { ListAnswer } from '#kit/list/result.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { ListScreen, ListToolbar, isBlank } from '#kit/list/screen.tsx'
import { ListSearch } from '#kit/list/search.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { Money } from '#kit/money.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Select } from '#kit/select.tsx'

import { scheduleColumns } from './schedule-columns.tsx'
import type { ScheduleSearch } from './schedule-search.ts'
import { frequencyWords, nextText, scheduleStatusWord } from './schedule-words.tsx'

import classes from './recurring.module.css'

interface Props {
  search: ScheduleSearch
  canManage: boolean
  /** Whether the service can search, filter and sort them. */
  canFilter: boolean
  setSearch: (update: (old: ScheduleSearch) => ScheduleSearch, replace?: boolean) => void
}

/** The recurring invoices of the account, or of one customer. */
export function ScheduleList({ search, canManage, canFilter, setSearch }: Props) {
  const { customer, status } = search
  const list = useQuery(schedules.list(search))
  const rows = list.data?.rows
  const screen = useListScreen<ScheduleSummary, ScheduleSearch>({
    list,
    query: search,
    sort: search.sort ?? '-id',
    setSearch,
  })
  const { total, change } = screen
  const sort = canFilter ? screen.sort : undefined
  const isNarrowed = customer !== undefined || status !== undefined || search.search !== ''
  const clear = () => change({ customer: undefined, status: undefined, search: '' })
  const columns = useColumnChoice('schedules', scheduleColumns)
  const create = canManage ? (
    <ButtonLink
      to="/invoices/recurring/new"
      search={{ customer }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      New recurring invoice
    </ButtonLink>
  ) : (
    <NeedsPermission ability="invoices.manage" to="create recurring invoices" />
  )
  return (
    <ListScreen isBlank={isBlank(list, isNarrowed)}>
      <PageHeader
        back={<BackLink to="/invoices">Invoices</BackLink>}
        title="Recurring invoices"
        subtitle={
          customer === undefined
            ? 'Drafted on their day, for you to check and send'
            : `Of ${rows?.[0]?.customer_name ?? 'one customer'}`
        }
        actions={create}
      />
      <ListToolbar rest={<ColumnMenu choice={columns} {...(sort && { sort, otherSorts: byEntry })} />}>
        {canFilter && (
          <>
            <ListSearch
              label="Search recurring invoices"
              placeholder="Customer"
              value={search.search}
              error={list.error?.fields?.['search']}
              onSearch={(text) => change({ search: text }, true)}
            />
            <Select
              aria-label="Status"
              value={status ?? ''}
              data={[
                { value: '', label: 'Any status' },
                ...scheduleStatuses.map((value) => ({ value, label: scheduleStatusWord(value) })),
              ]}
              onChange={({ currentTarget: { value } }) =>
                change({ status: scheduleStatuses.find((one) => one === value) })
              }
            />
          </>
        )}
      </ListToolbar>
      <ListAnswer
        list={list}
        empty={
          <EmptyList
            icon={IconRepeat}
            isPastTheEnd={total > 0}
            onFirstPage={() => change({ page: 1 })}
            noMatch={
              isNarrowed &&
              (status === undefined && search.search === ''
                ? {
                    title: 'No recurring invoices for this customer',
                    hint: 'Create one, or make an invoice of theirs recurring.',
                    clear: 'Show all recurring invoices',
                    onClear: clear,
                  }
                : {
                    title: 'No matching recurring invoices',
                    hint: 'Choose another status, or search for another customer.',
                    clear: 'Clear filters',
                    onClear: clear,
                  })
            }
            nothing={{
              title: 'No recurring invoices yet',
              hint: 'For rent, retainers and subscriptions: Bureau drafts the same invoice every week, month, quarter or year.',
            }}
          />
        }
      >
        <ListTable
          label="Recurring invoices"
          columns={columns}
          page={{ ...screen.page, rows }}
          row={rowOptions}
          {...(sort && { sort })}
        />
      </ListAnswer>
      {screen.pager && <ListPager {...screen.pager} />}
    </ListScreen>
  )
}

const byEntry = { '-id': 'Recently added', id: 'First added' }

const rowOptions: RowOptions<ScheduleSummary> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/invoices/recurring/$id', params: { id: String(id) } }),
  phone: (schedule) => ({
    detail: [
      frequencyWords[schedule.frequency],
      schedule.status === 'active' ? `next ${nextText(schedule)}` : scheduleStatusWord(schedule.status),
    ].join(' · '),
    end: (
      <span className={classes['end']}>
        <Money amount={schedule.total_amount} currency={schedule.currency} />
      </span>
    ),
  }),
}
