import { Radio, Stack, Text } from '@mantine/core'
import { useState } from 'react'

import { auditLog } from '#api/audit-log.ts'
import { keepDaysChoices } from '#contract/account/audit.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'

import { keptText } from './change-words.ts'

const choices = [...keepDaysChoices, null] as const

/** Changes for how long the audit log is kept, and warns where that deletes entries. */
export function RetentionDialog({ keepDays, onClose }: { keepDays: number | null; onClose: () => void }) {
  const [chosen, setChosen] = useState(keepDays)
  // As it was: where the response to a change is lost, the list has the new value, and the change can still be repeated.
  const [before] = useState(keepDays)
  const request = useSingleFlightMutation(auditLog.setRetention())
  const isShorter = chosen !== null && (before === null || chosen < before)
  const save = () =>
    request.mutate(choices.find((one) => one === chosen) ?? null, {
      onSuccess: () => {
        onClose()
        void toast.success(`Audit log kept ${chosen === null ? 'forever' : `for ${keptText(chosen)}`}`)
      },
    })
  return (
    <FormDialog
      title="Keep the audit log for"
      action={isShorter ? 'Save and delete older entries' : 'Save'}
      isDestructive={isShorter}
      isDisabled={chosen === before}
      request={request}
      onSubmit={save}
      onClose={onClose}
    >
      <Radio.Group
        aria-label="Keep the audit log for"
        value={String(chosen)}
        onChange={(value) => setChosen(value === 'null' ? null : Number(value))}
      >
        <Stack gap="sm">
          {choices.map((days) => (
            <Radio
              key={String(days)}
              value={String(days)}
              label={days === null ? 'Forever' : keptText(days)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {isShorter && (
        <Text size="sm" role="status">
          Entries older than {keptText(chosen)} will be deleted within a day. This can’t be undone.
        </Text>
      )}
    </FormDialog>
  )
}
