import { Group, Input, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'

import { customers } from '#api/customers.ts'
import { type CustomFieldConfig, fieldType } from '#contract/custom-fields.ts'
import { modules } from '#contract/permissions.ts'
import { DateInput } from '#kit/date-input.tsx'
import { FilterPanel } from '#kit/list/filter-panel.tsx'
import { YesNoSelect } from '#kit/list/yes-no-select.tsx'
import { Select } from '#kit/select.tsx'
import { numberText } from '#lib/locale.ts'

import { type CustomerListSearch, unfiltered } from './-customer-list-search.ts'
import { type FilterChange, anyProcessor } from './-filter-chips.ts'
import { moduleTitle } from './-permission-rules.ts'

/** Values for the filters of the customer list, and the button that fetches them. */
export interface FilterMenuProps {
  search: CustomerListSearch
  /** Names of the filters that this list supports. */
  offered: readonly string[]
  /** The name of the payment processor. */
  processor: string | undefined
  fields: readonly CustomFieldConfig[]
  onFilter: (filter: FilterChange) => void
}

/** The filters of the customer list. They start open: a click on the button that they replace has fetched them. */
export function FilterMenu({ search, offered, processor, fields, onFilter }: FilterMenuProps) {
  const isOffered = (name: string) => offered.includes(name)
  return (
    <FilterPanel width={320} defaultOpened onClear={() => onFilter(unfiltered)}>
      {isOffered('archived') && (
        <Select
          label="Status"
          data={[
            { value: '', label: 'Active' },
            { value: 'yes', label: 'Archived' },
            { value: 'all', label: 'All' },
          ]}
          value={search.archived ?? ''}
          onChange={({ currentTarget }) =>
            onFilter({ archived: (['yes', 'all'] as const).find((one) => one === currentTarget.value) })
          }
        />
      )}
      {isOffered('country') && (
        <CountrySelect
          country={search.country}
          archived={
            isOffered('archived') && search.archived !== 'all' ? (search.archived ?? 'no') : undefined
          }
          onFilter={onFilter}
          isCounted={isOffered('created')}
        />
      )}
      {isOffered('created') && <AddedInputs search={search} onFilter={onFilter} />}
      {isOffered('overdue') && (
        <YesNoSelect
          label="Overdue invoices"
          yes="Has overdue invoices"
          no="Nothing overdue"
          value={search.overdue}
          onChange={(overdue) => onFilter({ overdue })}
        />
      )}
      {isOffered('may') && (
        <Select
          label="Permissions"
          data={[
            { value: '', label: 'Any' },
            ...modules.map((module) => ({ value: module, label: moduleTitle[module] })),
          ]}
          value={search.may ?? ''}
          onChange={({ currentTarget }) =>
            onFilter({ may: modules.find((module) => module === currentTarget.value) })
          }
        />
      )}
      {isOffered('linked') && (
        <YesNoSelect
          label={processor ?? anyProcessor}
          yes="Linked"
          no="Not linked"
          value={search.linked}
          onChange={(linked) => onFilter({ linked })}
        />
      )}
      {isOffered('field') && <FieldInputs search={search} fields={fields} onFilter={onFilter} />}
    </FilterPanel>
  )
}

interface CountryProps {
  country: string | undefined
  archived: 'yes' | 'no' | undefined
  isCounted: boolean
  onFilter: FilterMenuProps['onFilter']
}

function CountrySelect({ country, archived, isCounted, onFilter }: CountryProps) {
  const { data } = useQuery({ ...customers.facets(archived), enabled: isCounted })
  const known = data?.countries ?? []
  // The URL may contain one that no customer has any more.
  const missing = country && !known.some(({ name }) => name === country) ? [{ name: country, count: 0 }] : []
  return (
    <Select
      label="Country"
      data={[
        { value: '', label: 'Any' },
        ...[...known, ...missing].map(({ name, count }) => ({
          value: name,
          label: count > 0 ? `${name} (${numberText(count)})` : name,
        })),
      ]}
      value={country ?? ''}
      onChange={({ currentTarget: { value } }) => onFilter({ country: value === '' ? undefined : value })}
    />
  )
}

function AddedInputs({
  search: { from = '', to = '' },
  onFilter,
}: Pick<FilterMenuProps, 'search' | 'onFilter'>) {
  const orNone = (day: string) => (day === '' ? undefined : day)
  return (
    <Input.Wrapper label="Date added" labelElement="div">
      <Group gap="xs" wrap="nowrap">
        <DateInput aria-label="Added from" value={from} onDay={(day) => onFilter({ from: orNone(day) })} />
        <DateInput
          aria-label="Added to"
          value={to}
          min={from}
          onDay={(day) => onFilter({ to: orNone(day) })}
        />
      </Group>
    </Input.Wrapper>
  )
}

/** A custom field and the value it must have; typed text applies on Enter or when the input is left. */
function FieldInputs({ search, fields, onFilter }: Pick<FilterMenuProps, 'search' | 'fields' | 'onFilter'>) {
  const { field, value = '' } = search
  const choices = fields.filter(({ type }) => type !== fieldType.file)
  if (choices.length === 0) return null
  const chosen = choices.find(({ id }) => id === field)
  const options = chosen?.type === fieldType.select ? (chosen.fields?.options ?? []) : []
  const apply = (text: string) => text !== value && onFilter({ value: text === '' ? undefined : text })
  return (
    <>
      <Select
        label="Custom field"
        data={[
          { value: '', label: 'Any' },
          ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={chosen ? String(field) : ''}
        onChange={({ currentTarget }) =>
          onFilter({
            field: currentTarget.value === '' ? undefined : Number(currentTarget.value),
            value: undefined,
          })
        }
      />
      {options.length > 0 && (
        <Select
          label="Has the value"
          data={['', ...options.filter((option) => option !== null)]}
          value={value}
          onChange={({ currentTarget }) => apply(currentTarget.value)}
        />
      )}
      {chosen && options.length === 0 && (
        <TextInput
          key={`${field} ${value}`}
          label="Has the value"
          defaultValue={value}
          onBlur={({ currentTarget }) => apply(currentTarget.value.trim())}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && apply(currentTarget.value.trim())}
        />
      )}
    </>
  )
}
