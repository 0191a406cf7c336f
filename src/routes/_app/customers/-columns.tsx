import { processorOf } from '#api/customers.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import type { CustomerById, CustomerRow } from '#contract/customers/customers.ts'
import type { ListColumn } from '#kit/list/columns.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { pluralize } from '#lib/pluralize.ts'
import { ArchivedBadge } from '#parts/customers/archived-badge.tsx'

import { permissionSummary, permissionWords } from './-permission-words.ts'

/** A row of the list, with what is asked for only where it is shown. */
export type ListedCustomer = CustomerRow & {
  readonly known?: CustomerById | undefined
  /** What they owe, as text. */
  readonly balance?: string | undefined
}

type Column = ListColumn<ListedCustomer>

/** The columns of the customer list; each custom field is one more to choose. */
export function customerColumns(
  fields: readonly CustomFieldConfig[],
  processor: string | undefined,
  { hasState, hasFigures }: { readonly hasState: boolean; readonly hasFigures: boolean },
): readonly Column[] {
  return [
    ...own,
    ...(hasState ? [stateColumn] : []),
    ...(processor === undefined ? [] : [linkColumn(processor)]),
    ...places,
    ...(hasFigures ? figures : []),
    ...fields.map(fieldColumn),
  ]
}

/** First and last name. */
export const fullName = ({ name, last_name }: ListedCustomer) => `${name} ${last_name}`

const own: readonly Column[] = [
  { id: 'name', label: 'Name', text: fullName, sort: 'name', widthRem: 14 },
  {
    id: 'company_name',
    label: 'Company',
    text: (row) => row.business_information.company_name ?? '',
    sort: 'company_name',
    widthRem: 9.5,
  },
  { id: 'email', label: 'Email', text: (row) => row.email, sort: 'email', widthRem: 12.5 },
  { id: 'phone', label: 'Phone', text: (row) => row.phone, widthRem: 9.25 },
  {
    id: 'permissions',
    label: 'Permissions',
    text: permissionWords,
    cell: permissionSummary,
    widthRem: 9.5,
  },
]

export const isArchived = ({ known }: ListedCustomer) => Boolean(known?.archived_at)

const stateColumn: Column = {
  id: 'archived',
  label: 'Status',
  text: (row) => (isArchived(row) ? 'Archived' : 'Active'),
  cell: (row) => (isArchived(row) ? <ArchivedBadge /> : 'Active'),
  widthRem: 7,
}

const extra = (id: string, label: string, text: Column['text']): Column => ({
  id,
  label,
  text,
  widthRem: 8,
  isExtra: true,
})

const places: readonly Column[] = [
  extra('city', 'City', ({ business_information: { city } }) => city ?? ''),
  extra('country', 'Country', ({ business_information: { country } }) => country ?? ''),
]

const figures: readonly Column[] = [
  { ...extra('balance', 'Outstanding', ({ balance }) => balance ?? ''), align: 'end' },
  extra('assignee', 'Assigned to', ({ known }) => known?.assignee?.name ?? ''),
  extra('created', 'Added', ({ known }) => dayOf(known?.created_at)),
  extra('activity', 'Last activity', ({ known }) => dayOf(known?.last_activity_at)),
]

/** The columns that show what rows don’t say. */
const known: ReadonlySet<string> = new Set(['assignee', 'created', 'activity'])

/** What those of the columns that are visible ask for. */
export const askedBy = (visible: readonly Column[]) => ({
  known: visible.some(({ id }) => known.has(id)),
  balance: visible.some(({ id }) => id === 'balance'),
})

const dayOf = (datetime: string | null | undefined) => (datetime ? dayTextOf(datetime) : '')

function linkColumn(processor: string): Column {
  const isLinked = (row: ListedCustomer) => processorOf(row)?.isLinked === true
  return {
    id: 'processor',
    label: processor,
    text: (row) => (isLinked(row) ? 'Linked' : 'Not linked'),
    cell: (row) =>
      isLinked(row) ? (
        <StatusBadge tone="good">Linked</StatusBadge>
      ) : (
        <span role="img" aria-label="Not linked">
          –
        </span>
      ),
    widthRem: 5.5,
  }
}

function fieldColumn({ id, name }: CustomFieldConfig): Column {
  return {
    id: `field-${id}`,
    label: name,
    text: ({ custom_fields }) => {
      const values = custom_fields.find((field) => field.id === id)?.custom_field_values ?? []
      return values
        .map(({ value }) => (Array.isArray(value) ? files(value.length) : (value ?? '')))
        .join(', ')
    },
    widthRem: 12,
    isExtra: true,
  }
}

const files = (count: number) => (count === 0 ? '' : pluralize(count, 'file'))
