import { Stack } from '@mantine/core'

import { type CustomFieldConfig, fieldType } from '#contract/customers/custom-fields.ts'
import type { FilterControls } from '#kit/list/filters/filter-controls.tsx'
import type { FilterState } from '#kit/list/filters/filter.tsx'

import type { CustomerListSearch } from './-customer-list-search.ts'

interface Props extends FilterState<CustomerListSearch> {
  controls: FilterControls
  fields: readonly CustomFieldConfig[]
}

/** A custom field and the value it must have. */
export function FieldFilter({ controls, fields, search, error, change }: Props) {
  const { ChoiceControl, TypedControl } = controls
  const choices = fields.filter(({ type }) => type !== fieldType.file)
  if (choices.length === 0) return null
  const chosen = choices.find(({ id }) => id === search.field)
  const options = chosen?.type === fieldType.select ? (chosen.fields?.options ?? []) : []
  const { value } = search
  return (
    <Stack gap="sm">
      <ChoiceControl
        label="Custom field"
        any="Any"
        off={undefined}
        value={chosen?.id}
        useOptions={() => choices.map(({ id, name }) => ({ value: id, label: name }))}
        error={error}
        onChange={(field) => change({ field: field as number | undefined, value: undefined })}
      />
      {chosen && options.length > 0 && (
        <ChoiceControl
          label="Has the value"
          any=""
          off={undefined}
          value={value}
          useOptions={() =>
            options.flatMap((option) => (option === null ? [] : [{ value: option, label: option }]))
          }
          error={undefined}
          onChange={(next) => change({ value: next as string | undefined })}
        />
      )}
      {chosen && options.length === 0 && (
        <TypedControl
          key={chosen.id}
          label="Has the value"
          value={value ?? ''}
          onText={(text) => change({ value: text === '' ? undefined : text })}
        />
      )}
    </Stack>
  )
}
