import { IconPackages, IconPlus, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { plans } from '#api/plans.ts'
import type { PlanSummary } from '#contract/plans.ts'
import { BackLink, ButtonLink } from '#kit/link.tsx'
import { type ListColumn, ColumnMenu, useColumnChoice } from '#kit/list/columns.tsx'
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
import { numberText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'

import type { PlanSearch } from './plan-search.ts'
import { intervalWords, priceText, trialText } from './plan-words.tsx'

import classes from './plans.module.css'

const planColumns: readonly ListColumn<PlanSummary>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name, widthRem: 15 },
  { id: 'frequency', label: 'Interval', text: ({ frequency }) => intervalWords[frequency], widthRem: 8 },
  { id: 'trial_days', label: 'Trial', text: ({ trial_days }) => trialText(trial_days), widthRem: 7 },
  {
    id: 'subscription_count',
    label: 'Subscriptions',
    text: ({ subscription_count }) => numberText(subscription_count),
    widthRem: 8,
    align: 'end',
  },
  {
    id: 'net_amount',
    label: 'Price before tax',
    text: ({ net_amount, currency }) => money(net_amount, currency),
    cell: ({ net_amount, currency }) => <Money amount={net_amount} currency={currency} />,
    widthRem: 9,
    align: 'end',
  },
]

interface Props {
  search: PlanSearch
  canManage: boolean
  setSearch: (update: (old: PlanSearch) => PlanSearch, replace?: boolean) => void
}

/** The subscription plans of the account. */
export function PlanList({ search, canManage, setSearch }: Props) {
  const list = useQuery(plans.list(search))
  const screen = useListScreen<PlanSummary, PlanSearch>({ list, query: search, sort: '-id', setSearch })
  const { total, change } = screen
  const isNarrowed = search.archived || search.search !== ''
  const columns = useColumnChoice('plans', planColumns)
  const clear = () => change({ archived: false, search: '' })
  return (
    <ListScreen isBlank={isBlank(list, isNarrowed)}>
      <PageHeader
        back={<BackLink to="/invoices">Invoices</BackLink>}
        title="Plans"
        subtitle="What customers can be subscribed to"
        actions={
          <>
            <ButtonLink
              to="/invoices/subscriptions"
              variant="default"
              leftSection={<IconUsers size={16} aria-hidden />}
            >
              Subscriptions
            </ButtonLink>
            {canManage ? (
              <ButtonLink to="/invoices/plans/new" leftSection={<IconPlus size={16} aria-hidden />}>
                New plan
              </ButtonLink>
            ) : (
              <NeedsPermission ability="invoices.manage" to="create plans" />
            )}
          </>
        }
      />
      <ListToolbar rest={<ColumnMenu choice={columns} />}>
        <ListSearch
          label="Search plans"
          placeholder="Name"
          value={search.search}
          error={list.error?.fields?.['search']}
          onSearch={(text) => change({ search: text }, true)}
        />
        <Select
          aria-label="Which plans"
          value={search.archived ? 'archived' : ''}
          data={[
            { value: '', label: 'Available' },
            { value: 'archived', label: 'Archived' },
          ]}
          onChange={({ currentTarget: { value } }) => change({ archived: value === 'archived' })}
        />
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
                title: search.archived && search.search === '' ? 'No archived plans' : 'No matching plans',
                hint: 'Show the available ones, or search for another name.',
                clear: 'Clear filters',
                onClear: clear,
              }
            }
            nothing={{
              title: 'No plans yet',
              hint: 'Create a plan for what you sell at a regular price, then subscribe customers to it. Bureau drafts or sends each invoice on its day.',
            }}
          />
        }
      >
        <ListTable
          label="Plans"
          columns={columns}
          page={{ ...screen.page, rows: list.data?.rows }}
          row={rowOptions}
        />
      </ListAnswer>
      {screen.pager && <ListPager {...screen.pager} />}
    </ListScreen>
  )
}

const rowOptions: RowOptions<PlanSummary> = {
  id: ({ id }) => id,
  link: ({ id }) => ({ to: '/invoices/plans/$id', params: { id: String(id) } }),
  phone: ({ net_amount, currency, frequency, subscription_count }) => ({
    detail: `${priceText(net_amount, currency, frequency)} · ${pluralize(subscription_count, 'subscription')}`,
    end: <span className={classes.end} />,
  }),
}
