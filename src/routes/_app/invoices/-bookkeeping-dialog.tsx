import { Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'

import { bookkeepingFile } from '#api/exports.ts'
import { DateInput } from '#kit/date-input.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { exportFile } from '#kit/list/export-file.tsx'
import { useToday } from '#kit/today.ts'
import { dayText, periodOf } from '#lib/calendar.ts'

type File = keyof typeof files

const files = {
  'invoice-taxes': {
    label: 'Taxes',
    hint: 'One row for each tax rate of each invoice and credit note',
    one: 'row',
  },
  payments: { label: 'Payments', hint: 'Payments and refunds, by the day they were made', one: 'payment' },
  'credit-notes': {
    label: 'Credit notes',
    hint: 'With the invoice each of them corrects',
    one: 'credit note',
  },
} as const

/** What an accountant needs of a period, as a CSV file. */
export function BookkeepingDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>('invoice-taxes')
  const [period, setPeriod] = useState(periodOf('last month', useToday()))
  const isReversed = period.from !== '' && period.to !== '' && period.to < period.from
  return (
    <FormDialog
      title="Export for bookkeeping"
      action="Export"
      isDisabled={isReversed}
      onSubmit={() => {
        void exportFile({ name: file, one: files[file].one, file: bookkeepingFile(file, period) })
        onClose()
      }}
      onClose={onClose}
    >
      <Radio.Group label="File" value={file} onChange={(chosen) => setFile(chosen as File)}>
        <Stack gap="xs" mt={4}>
          {Object.entries(files).map(([value, { label, hint }]) => (
            <Radio key={value} value={value} label={label} description={hint} />
          ))}
        </Stack>
      </Radio.Group>
      <Group grow align="flex-start">
        <DateInput label="From" value={period.from} onDay={(from) => setPeriod({ ...period, from })} />
        <DateInput
          label="To"
          value={period.to}
          onDay={(to) => setPeriod({ ...period, to })}
          error={isReversed ? `Before ${dayText(period.from)}` : undefined}
        />
      </Group>
    </FormDialog>
  )
}
