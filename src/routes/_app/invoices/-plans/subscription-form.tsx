import { Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'

import { plans } from '#api/plans.ts'
import type { Plan } from '#contract/invoices/plans.ts'
import type { Way } from '#kit/back-link.tsx'
import { DateInput } from '#kit/date-input.tsx'
import { RecordForm } from '#kit/record-form.tsx'
import { SearchSelect } from '#kit/search-select.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { prepareToasts } from '#kit/toast.ts'
import type { RecordEditor } from '#kit/use-record-form.ts'
import { dayText } from '#lib/calendar.ts'
import { amountAsTyped } from '#lib/money.ts'
import { addDays } from '#lib/typed-date.ts'
import { CustomerPicker } from '#parts/customers/customer-picker.tsx'
import { priceText } from '#parts/subscriptions/plan-words.tsx'

import { ChangeInputs } from './change-inputs.tsx'
import { type SubscriptionValues, changeInput, checkChange } from './subscription-values.ts'

import classes from '#parts/subscriptions/plans.module.css'

// Here and not in the files of the routes, which every screen loads.
prepareToasts()

interface Props {
  editor: RecordEditor<SubscriptionValues>
  /** The one that is chosen, once it is read. */
  plan: Plan | undefined
  back: Way
}

/** The page on which a customer is subscribed to a plan. */
export function SubscriptionForm({ editor, plan, back }: Props) {
  const { form } = editor
  const { errors, isSubmitted } = form.formState
  const values = useWatch({ control: form.control }) as SubscriptionValues
  const set = <Name extends keyof SubscriptionValues>(name: Name, value: SubscriptionValues[Name]) =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: isSubmitted })
  return (
    <RecordForm
      title="New subscription"
      record="subscription"
      saveLabel="Create subscription"
      isNew
      editor={editor}
      back={back}
    >
      <SectionCard title="Subscription">
        <div className={classes.inputs}>
          <CustomerPicker
            value={values.customer}
            error={errors.customer?.message}
            onCustomer={(customer) => set('customer', customer)}
          />
          <PlanSelect
            value={values.plan}
            plan={plan}
            error={errors.plan?.message}
            onPlan={(id) => set('plan', id)}
          />
          <DateInput
            label="First day"
            value={values.startsOn}
            onDay={(day) => set('startsOn', day)}
            error={errors.startsOn?.message}
          />
          <TextInput
            label="Trial, days"
            inputMode="numeric"
            autoComplete="off"
            placeholder={plan ? String(plan.trial_days) : 'As in the plan'}
            value={values.trial}
            onChange={({ currentTarget }) => set('trial', currentTarget.value)}
            error={errors.trial?.message}
          />
          <ChangeInputs
            values={values}
            planPrice={plan && amountAsTyped(plan.net_amount, plan.currency)}
            errors={{
              quantity: errors.quantity?.message,
              price: errors.price?.message,
              endsOn: errors.endsOn?.message,
            }}
            onChange={(name, value) => set(name, value as never)}
          />
        </div>
        {plan && <Preview values={values} plan={plan} />}
      </SectionCard>
    </RecordForm>
  )
}

function PlanSelect({
  value,
  plan,
  error,
  onPlan,
}: {
  value: string
  plan: Plan | undefined
  error: string | undefined
  onPlan: (id: string) => void
}) {
  const { data } = useQuery(plans.list({ page: 1, size: 100 }))
  const rows = data?.rows ?? []
  const known = plan && !rows.some(({ id }) => id === plan.id) ? [plan, ...rows] : rows
  return (
    <SearchSelect
      label="Plan"
      allowDeselect={false}
      data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value === '' ? null : value}
      onChange={(id) => id !== null && onPlan(id)}
      nothingFoundMessage={data ? 'No matching plans' : 'Loading…'}
      error={error}
    />
  )
}

/** The price of the subscription, and when it is billed first. */
function Preview({ values, plan }: { values: SubscriptionValues; plan: Plan }) {
  const isWrong = [...checkChange(values, plan.currency)].length > 0 || values.startsOn === ''
  const trial = values.trial.trim() === '' ? plan.trial_days : Number(values.trial)
  if (isWrong || !Number.isInteger(trial)) return null
  const { quantity, price } = changeInput(values)
  const amount = (price ?? plan.net_amount) * quantity
  return (
    <Text size="sm" c="dimmed" mt="sm" role="status">
      {priceText(amount, plan.currency, plan.frequency)} excl. tax. First invoice:{' '}
      {dayText(addDays(values.startsOn, trial))}.
    </Text>
  )
}
