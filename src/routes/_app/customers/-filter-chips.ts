import type { CustomFieldConfig } from '#contract/custom-fields.ts'
import type { Features } from '#contract/session.ts'
import type { Chip } from '#kit/list/chips.tsx'
import { dayText } from '#lib/dates.ts'

import type { CustomerListSearch } from './-customer-list-search.ts'
import { moduleTitle } from './-permission-rules.ts'

/** Changes of a filter to the list’s part of the URL. */
export type FilterChange = Partial<CustomerListSearch>

/** Filters of a list of customers, where the service has them. */
const serviceFilters = ['linked', 'may', 'overdue', 'country', 'created', 'field'] as const

/** Returns the names of the filters that work here. `local`: those of a list that is in the browser. */
export const offeredFilters = (features: Features, local: readonly string[] = []): readonly string[] => [
  ...(features.records ? ['archived'] : []),
  ...(features.records ? serviceFilters : local),
]

interface Filters {
  readonly search: CustomerListSearch
  /** Names of the filters that this list supports. */
  readonly offered: readonly string[]
  /** The name of the payment processor. */
  readonly processor: string | undefined
  readonly fields: readonly CustomFieldConfig[]
}

/** Placeholder for the payment processor's name. */
export const anyProcessor = 'Payment processor'

/** One chip for each filter that is set and works here. */
export function filterChips({
  search: list,
  offered,
  processor,
  fields,
}: Filters): readonly Chip<FilterChange>[] {
  const { search, linked, may, overdue, country, from, to, field, value, archived } = list
  const chip = (name: string, isSet: boolean, label: string, off: FilterChange) =>
    isSet && offered.includes(name) ? [{ label, off }] : []
  return [
    ...(search === '' ? [] : [{ label: `Search: ${search}`, off: { search: '' } }]),
    ...chip('archived', archived !== undefined, archived === 'all' ? 'Active and archived' : 'Archived', {
      archived: undefined,
    }),
    ...chip(
      'linked',
      linked !== undefined,
      `${processor ?? anyProcessor}: ${linked === 'yes' ? 'linked' : 'not linked'}`,
      { linked: undefined },
    ),
    ...chip('may', may !== undefined, `Permissions: ${may ? moduleTitle[may] : ''}`, { may: undefined }),
    ...chip(
      'overdue',
      overdue !== undefined,
      overdue === 'yes' ? 'Has overdue invoices' : 'Nothing overdue',
      {
        overdue: undefined,
      },
    ),
    ...chip('country', Boolean(country), `Country: ${country}`, { country: undefined }),
    ...chip('created', from !== undefined || to !== undefined, `Added ${periodText(from, to)}`, {
      from: undefined,
      to: undefined,
    }),
    ...chip(
      'field',
      field !== undefined && Boolean(value),
      `${fields.find(({ id }) => id === field)?.name ?? 'Custom field'}: ${value}`,
      { field: undefined, value: undefined },
    ),
  ]
}

function periodText(from: string | undefined, to: string | undefined): string {
  if (from !== undefined && to !== undefined) return `${dayText(from)} – ${dayText(to)}`
  return from === undefined ? `until ${dayText(to ?? '')}` : `since ${dayText(from)}`
}
