import { processorOf } from '#api/customers.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import type { CustomerRow } from '#contract/customers/customers.ts'
import type { ListColumn } from '#kit/list/columns.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { pluralize } from '#lib/pluralize.ts'
import { ArchivedBadge } from '#parts/customers/archived-badge.tsx'

import { permissionSummary, permissionWords } from './-permission-words.ts'

type Column = ListColumn<CustomerRow>

/** The columns of the customer list; each custom field is one more to choose. `archived`: which of the rows to mark. */
export function customerColumns(
  fields: readonly CustomFieldConfig[],
  processor: string | undefined,
  archived: ReadonlySet<number> | undefined,
): readonly Column[] {
  return [
    ...own,
    ...(archived ? [stateColumn(archived)] : []),
    ...(processor === undefined ? [] : [linkColumn(processor)]),
    ...fields.map(fieldColumn),
  ]
}

/** First and last name. */
export const fullName = ({ name, last_name }: CustomerRow) => `${name} ${last_name}`

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

const stateColumn = (archived: ReadonlySet<number>): Column => ({
  id: 'archived',
  label: 'Status',
  text: ({ id }) => (archived.has(id) ? 'Archived' : 'Active'),
  cell: ({ id }) => (archived.has(id) ? <ArchivedBadge /> : 'Active'),
  widthRem: 7,
})

function linkColumn(processor: string): Column {
  const isLinked = (row: CustomerRow) => processorOf(row)?.isLinked === true
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
