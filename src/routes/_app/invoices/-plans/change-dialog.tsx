import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type SyntheticEvent, useRef, useState } from 'react'

import { subscriptions } from '#api/plans.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import { InlineProblem, dialogProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { newKey } from '#lib/new-key.ts'

import { ChangeInputs } from './change-inputs.tsx'
import { type ChangeValues, changeInput, changeValues, checkChange } from './subscription-values.ts'

const namesOf = { quantity: 'quantity', price: 'price', ends_on: 'endsOn' } as const

/** Changes quantity, price, end and sending of a subscription. */
export function ChangeDialog({ subscription, onClose }: { subscription: Subscription; onClose: () => void }) {
  // What is changed is what was read first; a later version is refused, and can be looked at.
  const [first] = useState(subscription)
  const [values, setValues] = useState<ChangeValues>(() => changeValues(first))
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, isInFlight, error } = useSingleFlightMutation(subscriptions.update(first))
  // The same for the same change, so that a lost response isn't refused for its own change.
  const attempt = useRef({ text: '', key: '' })
  const close = () => {
    if (!isInFlight()) onClose()
  }
  const found = Object.fromEntries(isChecked ? checkChange(values, first.currency) : [])
  const refused = Object.fromEntries(
    Object.entries(namesOf).map(([name, own]) => [own, error?.fields?.[name]]),
  )
  const save = (event: SyntheticEvent) => {
    event.preventDefault()
    setChecked(true)
    if ([...checkChange(values, first.currency)].length > 0) return
    const input = changeInput(values)
    const text = JSON.stringify(input)
    if (attempt.current.text !== text) attempt.current = { text, key: newKey() }
    mutate(
      { input, key: attempt.current.key },
      {
        onSuccess: () => {
          onClose()
          void toast.success('Subscription changed')
        },
      },
    )
  }
  return (
    <Modal opened onClose={close} title="Change subscription">
      <form noValidate onSubmit={save}>
        <Stack>
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
          <InlineProblem error={dialogProblem(error)} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
