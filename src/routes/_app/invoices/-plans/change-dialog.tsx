import { Text } from '@mantine/core'
import { useState } from 'react'

import { subscriptions } from '#api/plans.ts'
import type { Subscription } from '#contract/invoices/subscriptions.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { toast } from '#kit/toast.ts'

import { ChangeInputs } from './change-inputs.tsx'
import { type ChangeValues, changeInput, changeValues, checkChange } from './subscription-values.ts'

const namesOf = { quantity: 'quantity', price: 'price', ends_on: 'endsOn' } as const

/** Changes quantity, price, end and sending of a subscription. */
export function ChangeDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  // What is changed is what was read first; a later version is refused, and can be looked at.
  const [first] = useState(subscription)
  const [values, setValues] = useState<ChangeValues>(() => changeValues(first))
  const [isChecked, setChecked] = useState(false)
  const request = useAttempt(subscriptions.update(first))
  const found = Object.fromEntries(isChecked ? checkChange(values, first.currency) : [])
  const refused = Object.fromEntries(
    Object.entries(namesOf).map(([name, own]) => [own, request.error?.fields[name]]),
  )
  const save = () => {
    setChecked(true)
    if ([...checkChange(values, first.currency)].length > 0) return
    request.mutate(
      { input: changeInput(values) },
      {
        onSuccess: () => {
          onClose()
          void toast.success('Subscription changed')
        },
      },
    )
  }
  return (
    <FormDialog title="Change subscription" action="Save" request={request} onSubmit={save} onClose={onClose}>
      <ChangeInputs
        values={values}
        planPrice={undefined}
        errors={{ ...refused, ...found }}
        onChange={(name, value) => setValues((old) => ({ ...old, [name]: value }))}
      />
      <Text size="sm" c="dimmed">
        Changes count from today. The rest of a billed period is charged or credited, to the day, with the
        next invoice, or at once if none follows.
      </Text>
    </FormDialog>
  )
}
