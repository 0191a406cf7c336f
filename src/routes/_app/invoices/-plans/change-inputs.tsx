import { Checkbox, TextInput } from '@mantine/core'

import { DateInput } from '#kit/date-input.tsx'

import type { ChangeValues } from './subscription-values.ts'

interface Props {
  values: ChangeValues
  errors: Partial<Record<keyof ChangeValues, string | undefined>>
  /** The plan's price of one unit. */
  planPrice: string | undefined
  onChange: <Name extends keyof ChangeValues>(name: Name, value: ChangeValues[Name]) => void
}

/** Fields of a subscription that can be changed later, too. */
export const ChangeInputs = ({ values, errors, planPrice, onChange }: Props) => (
  <>
    <TextInput
      label="Quantity"
      inputMode="numeric"
      autoComplete="off"
      value={values.quantity}
      onChange={({ currentTarget }) => onChange('quantity', currentTarget.value)}
      error={errors.quantity}
    />
    <TextInput
      label="Price per unit, excl. tax"
      placeholder={planPrice ?? 'As in the plan'}
      inputMode="decimal"
      autoComplete="off"
      value={values.price}
      onChange={({ currentTarget }) => onChange('price', currentTarget.value)}
      error={errors.price}
    />
    <DateInput
      label="Last day (optional)"
      value={values.endsOn}
      onDay={(day) => onChange('endsOn', day)}
      error={errors.endsOn}
    />
    <Checkbox
      label="Send invoices automatically"
      description="Each is emailed on its day. Without a mail server or an email address, it stays a draft."
      checked={values.sends}
      onChange={({ currentTarget }) => onChange('sends', currentTarget.checked)}
    />
  </>
)
