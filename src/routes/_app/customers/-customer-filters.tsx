import { useQuery } from '@tanstack/react-query'

import { customers } from '#api/customers.ts'
import type { Features } from '#contract/access/session.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import { modules } from '#contract/values/permissions.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { type ListFilter, choice, choices, period, yesNo } from '#kit/list/filters/filter.tsx'
import { pastPresets } from '#lib/calendar.ts'
import { numberText } from '#lib/locale.ts'
import { useColleagueOptions } from '#parts/people/colleagues.ts'

import type { CustomerListSearch } from './-customer-list-search.ts'
import { moduleTitle } from './-permission-rules.ts'

interface Options {
  readonly features: Features
  /** Names of the filters of a list that is in the browser. */
  readonly local: readonly string[] | undefined
  /** The name of the payment processor. */
  readonly processor: string | undefined
  readonly fields: readonly CustomFieldConfig[]
  /** Which customers are counted for each country. */
  readonly archived: CustomerListSearch['archived']
  /** Whom customers are assigned to; undefined where people can’t be chosen. */
  readonly assignee: string | undefined
}

const FieldFilter = lazyWithRetry(async () => (await import('./-field-filter.tsx')).FieldFilter)

const useAssigneeOptions = () => [{ value: 'none' as const, label: 'Nobody' }, ...useColleagueOptions()]

/** The filters of the customer list that work here: another service's work on what is in the browser. */
export function customerFilters({
  features,
  local = [],
  processor,
  fields,
  archived,
  assignee,
}: Options): readonly ListFilter<CustomerListSearch>[] {
  const noField = { field: undefined, value: undefined }
  const processorName = processor ?? 'Payment processor'
  const filters: Readonly<Record<string, ListFilter<CustomerListSearch>>> = {
    archived: choice({
      label: 'Status',
      name: 'archived',
      any: 'Active',
      options: [
        { value: 'yes', label: 'Archived', chip: 'Archived' },
        { value: 'all', label: 'All', chip: 'Active and archived' },
      ],
    }),
    country: choices({
      label: 'Country',
      name: 'country',
      useOptions: () => {
        const counted = features.records && archived !== 'all' ? (archived ?? 'no') : undefined
        const { data } = useQuery({ ...customers.facets(counted), enabled: features.records })
        return (data?.countries ?? []).map((country) => ({
          value: country.name,
          label: `${country.name} (${numberText(country.count)})`,
        }))
      },
    }),
    created: period({
      label: 'Added',
      from: 'from',
      to: 'to',
      none: undefined,
      presets: pastPresets,
      params: ['created_from', 'created_to'],
    }),
    overdue: yesNo({
      label: 'Overdue invoices',
      name: 'overdue',
      param: 'has_overdue',
      yes: 'Has overdue invoices',
      no: 'Nothing overdue',
    }),
    ...(assignee !== undefined && {
      assigned: choice({
        label: 'Assigned to',
        name: 'assigned',
        param: 'assigned_to',
        useOptions: useAssigneeOptions,
        chip: () => `Assigned to ${assignee}`,
      }),
    }),
    may: choice({
      label: 'Permissions',
      name: 'may',
      param: 'permission',
      options: modules.map((module) => ({ value: module, label: moduleTitle[module] })),
    }),
    linked: yesNo({
      label: processorName,
      name: 'linked',
      yes: 'Linked',
      no: 'Not linked',
      chips: [`${processorName}: linked`, `${processorName}: not linked`],
    }),
    field: {
      label: 'Custom field',
      off: noField,
      params: ['field', 'field_value'],
      chip: ({ field, value }) =>
        field !== undefined && value
          ? `${fields.find(({ id }) => id === field)?.name ?? 'Custom field'}: ${value}`
          : '',
      control: (controls, state) => <FieldFilter controls={controls} fields={fields} {...state} />,
    },
    import: {
      label: 'Import',
      off: { import: undefined },
      params: ['import'],
      chip: ({ import: id }) => (id === undefined ? '' : 'Imported together'),
      // A link alone sets it.
      control: () => null,
    },
  }
  return Object.entries(filters).flatMap(([id, filter]) =>
    features.records || local.includes(id) ? [filter] : [],
  )
}
