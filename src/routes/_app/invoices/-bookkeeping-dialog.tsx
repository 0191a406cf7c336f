import { Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'

import { bookkeepingFile } from '#api/bookkeeping.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { exportFile } from '#kit/list/export-file.tsx'
import { PeriodInputs, isReversed } from '#kit/period-inputs.tsx'
import { useToday } from '#kit/today.ts'
import { periodOf } from '#lib/calendar.ts'

type File = keyof typeof files

const files = {
  'invoice-taxes': {
    label: 'Taxes',
    hint: 'One row for each tax rate of each invoice and credit note',
    job: { name: 'invoice-taxes', one: 'row' },
  },
  payments: {
    label: 'Payments',
    hint: 'Payments and refunds, by the day they were made',
    job: { name: 'payments', one: 'payment' },
  },
  'credit-notes': {
    label: 'Credit notes',
    hint: 'With the invoice each of them corrects',
    job: { name: 'credit-notes', one: 'credit note' },
  },
  'invoice-pdfs': {
    label: 'Invoices as PDFs',
    hint: 'A ZIP file, without drafts and void invoices',
    job: { name: 'invoices', one: 'invoice', ending: 'zip' },
  },
  'credit-note-pdfs': {
    label: 'Credit notes as PDFs',
    hint: 'A ZIP file',
    job: { name: 'credit-notes', one: 'credit note', ending: 'zip' },
  },
} as const

/** What an accountant needs of a period, as a file. */
export function BookkeepingDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>('invoice-taxes')
  const [period, setPeriod] = useState(periodOf('last month', useToday()))
  return (
    <FormDialog
      title="Export for bookkeeping"
      action="Export"
      isDisabled={isReversed(period)}
      onSubmit={() => {
        void exportFile({ ...files[file].job, file: bookkeepingFile(file, period) })
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
        <PeriodInputs period={period} onPeriod={setPeriod} />
      </Group>
    </FormDialog>
  )
}
