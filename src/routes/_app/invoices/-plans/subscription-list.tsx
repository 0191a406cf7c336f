import { IconPackages, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { plans, subscriptions } from '#api/plans.ts'
import { subscriptionStatuses } from '#contract/subscription-states.ts'
import type { SubscriptionSummary } from '#contract/subscriptions.ts'
import { BackLink, ButtonLink } from '#kit/link.tsx'
import { type ListColumn, ColumnMenu, useColumnChoice } from '#kit/list/columns.tsx'
import { EmptyList } from '#kit/list/empty.tsx'
import { ListPager } from '#kit/list/pager.tsx'
import { ListAnswer, countText } from '#kit/list/result.tsx'
import type { RowOptions } from '#kit/list/rows.tsx'
import { ListScreen, ListToolbar, isBlank } from '#kit/list/screen.tsx'
import { ListSearch } from '#kit/list/search.tsx'
import { ListTable } from '#kit/list/table.tsx'
import { useListScreen } from '#kit/list/use-list-screen.ts'
import { Money } from '#kit/money.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'
import { PageHeader } from '#kit/page-header.tsx'
import { Select } from '#kit/select.tsx'
import { dayText } from '#lib/calendar.ts'
import { numberText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'

import { SubscriptionBadge, nextText, perPeriod, priceText, subscriptionStatusWord } from './plan-words.tsx'
import { recurringText } from './recurring-text.ts'
import type { SubscriptionSearch } from './subscription-search.ts'

import classes from './plans.module.css'

const columnsOfList: readonly ListColumn<SubscriptionSummary>[] = [
  {
    id: 'customer_name',
    label: 'Customer',
    text: ({ customer_name }) => customer_name,
    sort: 'customer_name',
    widthRem: 11,
  },
  { id: 'plan_name', label: 'Plan', text: ({ plan_name }) => plan_name, widthRem: 9 },
  {
    id: 'status',
    label: 'Status',
    text: ({ status }) => subscriptionStatusWord(status),
    cell: ({ status }) => <SubscriptionBadge status={status} />,
    widthRem: 7,
  },
  {
    id: 'quantity',
    label: 'Quantity',
    text: ({ quantity }) => numberText(quantity),
    widthRem: 6,
    align: 'end',
    isExtra: true,
  },
  {
    id: 'next_on',
    label: 'Next invoice',
    text: (row) => (row.next_on === null ? nextText(row) : dayText(row.next_on)),
    cell: (row) =>
      row.next_on === null ? <span className={classes.aside}>{nextText(row)}</span> : dayText(row.next_on),
    sort: 'next_on',
    sortWords: ['soonest first', 'latest first'],
    widthRem: 9,
  },
  {
    id: 'ends_on',
    label: 'Last day',
    text: ({ ends_on }) => (ends_on === null ? '' : dayText(ends_on)),
    widthRem: 8,
    isExtra: true,
  },
  {
    id: 'net_amount',
    label: 'Before tax',
    text: ({ net_amount, currency, frequency }) => priceText(net_amount, currency, frequency),
    widthRem: 10,
    align: 'end',
  },
  {
    id: 'total_amount',
    label: 'With tax',
    text: ({ total_amount, currency }) => money(total_amount, currency),
    cell: ({ total_amount, currency }) => <Money amount={total_amount} currency={currency} />,
    widthRem: 8,
    align: 'end',
    isExtra: true,
  },
]

interface Props {
  search: SubscriptionSearch
  canManage: boolean
  setSearch: (update: (old: SubscriptionSearch) => SubscriptionSearch, replace?: boolean) => void
}

/** The subscriptions of all customers, with what they come to in a month. */
export function SubscriptionList({ search, canManage, setSearch }: Props) {
  const { plan, status } = search
  const list = useQuery(subscriptions.list(search))
  const screen = useListScreen<SubscriptionSummary, SubscriptionSearch>({
    list,
    query: search,
    sort: search.sort,
    setSearch,
  })
  const { total, change, sort, isTotalStale } = screen
  const isNarrowed = plan !== undefined || status !== undefined || search.search !== ''
  const clear = () => change({ plan: undefined, status: undefined, search: '' })
  const columns = useColumnChoice('subscriptions', columnsOfList)
  const revenue = isTotalStale ? '' : recurringText(list.data?.recurring_revenue ?? [])
  return (
    <ListScreen isBlank={isBlank(list, isNarrowed)}>
      <PageHeader
        back={<BackLink to="/invoices/plans">Plans</BackLink>}
        title="Subscriptions"
        subtitle={[countText({ ...list, isTotalStale }, isNarrowed ? 'result' : 'subscription'), revenue]
          .filter((text) => text !== '')
          .join(' · ')}
        actions={
          canManage ? (
            <ButtonLink
              to="/invoices/subscriptions/new"
              search={{ plan }}
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              New subscription
            </ButtonLink>
          ) : (
            <NeedsPermission ability="invoices.manage" to="subscribe customers" />
          )
        }
      />
      <ListToolbar rest={<ColumnMenu choice={columns} sort={sort} otherSorts={byEntry} />}>
        <ListSearch
          label="Search subscriptions"
          placeholder="Customer, plan"
          value={search.search}
          error={list.error?.fields?.['search']}
          onSearch={(text) => change({ search: text }, true)}
        />
        <Select
          aria-label="Status"
          value={status ?? ''}
          data={[
            { value: '', label: 'Any status' },
            ...subscriptionStatuses.map((value) => ({ value, label: subscriptionStatusWord(value) })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            change({ status: subscriptionStatuses.find((one) => one === value) })
          }
        />
        <PlanFilter plan={plan} onPlan={(id) => change({ plan: id })} />
      </ListToolbar>
      <ListAnswer
        list={list}
        empty={
          <EmptyList
            icon={IconPackages}
            isPastTheEnd={total > 0}
            onFirstPage={() => change({ page: 1 })}
            noMatch={
              isNarrowed && {
                title: 'No matching subscriptions',
                hint: 'Choose another status or plan, or search for another customer.',
                clear: 'Clear filters',
                onClear: clear,
              }
            }
            nothing={{
              title: 'No subscriptions yet',
              hint: 'Subscribe a customer to a plan, and Bureau drafts or sends each invoice on its day.',
            }}
          />
        }
      >
        <ListTable label="Subscriptions" columns={columns} page={screen.page} row={rowOptions} sort={sort} />
      </ListAnswer>
      {screen.pager && <ListPager {...screen.pager} />}
    </ListScreen>
  )
}

const byEntry = { '-id': 'Recently added', id: 'First added' }

/** Selects a plan: those that take new subscriptions, then the archived ones. */
function PlanFilter({
  plan,
  onPlan,
}: {
  plan: number | undefined
  onPlan: (id: number | undefined) => void
}) {
  const available = useQuery(plans.list({ page: 1, size: 100 }))
  const archived = useQuery(plans.list({ page: 1, size: 100, archived: true }))
  const options = [
    ...(available.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
    ...(archived.data?.rows ?? []).map(({ id, name }) => ({
      value: String(id),
      label: `${name} (archived)`,
    })),
  ]
  const value = plan === undefined ? '' : String(plan)
  const isListed = value === '' || options.some((option) => option.value === value)
  return (
    <Select
      aria-label="Plan"
      maw={260}
      value={value}
      data={[
        { value: '', label: 'Any plan' },
        ...options,
        ...(isListed ? [] : [{ value, label: `Plan ${value}` }]),
      ]}
      onChange={({ currentTarget }) =>
        onPlan(currentTarget.value === '' ? undefined : Number(currentTarget.value))
      }
    />
  )
}

const rowOptions: RowOptions<SubscriptionSummary> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/invoices/subscriptions/$id', params: { id: String(id) } }),
  phone: (row) => ({
    detail: [row.plan_name, nextText(row) || subscriptionStatusWord(row.status)].join(' · '),
    end: (
      <span className={classes.end}>
        <Money amount={row.net_amount} currency={row.currency} />
        <span className={classes.interval}>{perPeriod(row.frequency)}</span>
      </span>
    ),
  }),
}
