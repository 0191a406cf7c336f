import { ActionIcon, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useRef } from 'react'

import type { ImportField } from '#contract/imports.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { Select } from '#kit/select.tsx'

import classes from './import.module.css'

/** The value of every row by the key of its field. */
export type SameValues = Readonly<Record<string, string>>

/** The name of a field's value in the service's errors. */
export const sameValuePath = (key: string): string => `same_values.${key}`

/** Without those that were left empty. */
export const filledIn = (values: SameValues): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

interface Props {
  /** Those that no column is imported as. */
  fields: readonly ImportField[]
  /** Those among them that rows need. */
  required: readonly ImportField[]
  values: SameValues
  errors: Readonly<Record<string, string>>
  onChange: (values: SameValues) => void
}

/** One value for every row, in fields that the file has no column for. Those that rows need are offered. */
export function SameValuesCard({ fields, required, values, errors, onChange }: Props) {
  const list = useRef<HTMLDivElement>(null)
  const isRequired = (key: string) => required.some((field) => field.key === key)
  const shown = fields.filter(({ key }) => isRequired(key) || Object.hasOwn(values, key))
  const others = fields.filter((field) => !shown.includes(field))
  if (fields.length === 0) return null
  const add = (key: string) => {
    onChange({ ...values, [key]: '' })
    // Once it is there.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[name=${CSS.escape(key)}]`)?.focus(),
    )
  }
  const remove = (key: string) => {
    onChange(Object.fromEntries(Object.entries(values).filter(([other]) => other !== key)))
    list.current?.querySelector<HTMLElement>('[data-add] select')?.focus()
  }
  return (
    <SectionCard title="Same value for every row" description="For fields the file has no column for.">
      <div className={classes['same']} ref={list}>
        {shown.map((field) => (
          <SameValue
            key={field.key}
            field={field}
            isRequired={isRequired(field.key)}
            value={values[field.key] ?? ''}
            error={errors[sameValuePath(field.key)]}
            onChange={(value) => onChange({ ...values, [field.key]: value })}
            onRemove={() => remove(field.key)}
          />
        ))}
        {others.length > 0 && (
          <div data-add>
            <Select
              label="Add a field"
              value=""
              data={[
                { value: '', label: 'Choose a field…' },
                ...others.map(({ key, label }) => ({ value: key, label })),
              ]}
              onChange={({ currentTarget: { value } }) => value !== '' && add(value)}
            />
          </div>
        )}
      </div>
    </SectionCard>
  )
}

interface SameValueProps {
  field: ImportField
  isRequired: boolean
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onRemove: () => void
}

function SameValue({ field, isRequired, value, error, onChange, onRemove }: SameValueProps) {
  const { key, label, hint, options } = field
  const input = {
    name: key,
    label,
    value,
    error,
    withAsterisk: isRequired,
    className: classes['value-input'],
  }
  return (
    <div className={classes['same-row']}>
      {options.length > 0 ? (
        <Select
          {...input}
          data={[{ value: '', label: 'Choose…' }, ...options]}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      ) : (
        <TextInput
          {...input}
          description={hint || undefined}
          maxLength={1_000}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {!isRequired && (
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes['same-remove']}
          aria-label={`Remove ${label}`}
          onClick={onRemove}
        >
          <IconX size={16} aria-hidden />
        </ActionIcon>
      )}
    </div>
  )
}
