import { Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { bankPayments } from '#api/bank-payments.ts'
import { company } from '#api/company.ts'
import { mostBankPayments } from '#contract/invoices/bank-payments.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FileDrop } from '#kit/file-drop.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import { Money } from '#kit/money.tsx'
import { Select } from '#kit/select.tsx'
import { toast } from '#kit/toast.ts'
import { dayText } from '#lib/calendar.ts'
import { dateOrder, numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'

import { payerOf } from './bank-words.tsx'
import { isXml, readCamt } from './camt.ts'
import { isMt940, readMt940 } from './mt940.ts'
import {
  type ColumnName,
  type Columns,
  type DayOrder,
  type StatementCsv,
  columnNames,
  dayOrderOf,
  openCsv,
  readRows,
} from './statement-csv.ts'
import { type Statement, UnreadableStatement, textOfFile } from './statement.ts'

import classes from './bank.module.css'

/** A file that was chosen: a statement, or a table whose columns somebody can correct. */
type Chosen = { readonly name: string } & (
  | { readonly statement: Statement }
  | {
      readonly csv: StatementCsv
      readonly columns: Columns
      readonly dayOrder: DayOrder
      readonly currency: string
    }
)

const largestFileBytes = 10 * 1024 * 1024

/** Imports the payments of a bank statement. Everything but them stays in the browser. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const {
    data: { currency },
  } = useSuspenseQuery(company.defaults())
  const [chosen, setChosen] = useState<Chosen>()
  const [problem, setProblem] = useState<string>()
  const request = useAttempt(bankPayments.import())
  const choose = async ([file]: readonly File[]) => {
    if (!file) return
    setProblem(undefined)
    try {
      setChosen(await open(file, currency))
    } catch (error) {
      setChosen(undefined)
      setProblem(error instanceof UnreadableStatement ? error.message : 'This file can’t be read')
    }
  }
  const statement = chosen && ('statement' in chosen ? chosen.statement : readRows(chosen.csv, chosen))
  const payments = statement?.payments ?? []
  const isTooLong = payments.length > mostBankPayments.imported
  const save = () => {
    if (!chosen || payments.length === 0) return
    request.mutate(
      { source: chosen.name, payments },
      {
        onSuccess: ({ added, known }) => {
          onClose()
          const done = `${pluralize(added, 'payment')} imported`
          void toast.success(known === 0 ? done : `${done}. ${numberText(known)} were here already`)
        },
      },
    )
  }
  return (
    <FormDialog
      title="Import a bank statement"
      size="lg"
      action={payments.length > 0 ? `Import ${pluralize(payments.length, 'payment')}` : 'Import'}
      isDisabled={payments.length === 0 || isTooLong}
      request={request}
      onSubmit={save}
      onClose={onClose}
    >
      <FileDrop
        label="Bank statement"
        title={chosen?.name ?? 'Choose a file'}
        hint="CAMT.053 (XML), MT940 or CSV, as your online banking exports it. Payments that overlap with an earlier file of the same format are imported once."
        accept=".xml,.csv,.txt,.sta,.mt940,.940,.swi,text/csv,text/xml,application/xml"
        error={problem}
        isBusy={request.isPending}
        onFiles={(files) => void choose(files)}
      />
      {chosen && 'csv' in chosen && <ColumnSelects chosen={chosen} onChange={setChosen} />}
      {statement && <Preview statement={statement} isTooLong={isTooLong} />}
    </FormDialog>
  )
}

async function open(file: File, currency: string): Promise<Chosen> {
  if (file.size > largestFileBytes)
    throw new UnreadableStatement('This file is too large. Export a shorter period')
  const text = textOfFile(new Uint8Array(await file.arrayBuffer()))
  const { name } = file
  if (isXml(text)) return { name, statement: readCamt(text) }
  if (isMt940(text)) return { name, statement: readMt940(text) }
  const csv = openCsv(text)
  return { name, csv, currency, columns: csv.columns, dayOrder: orderOf(csv, csv.columns) }
}

/** Where both are possible, days are written as in the region of the dashboard. */
const orderOf = ({ rows }: StatementCsv, { paid_on }: Columns): DayOrder =>
  dayOrderOf(rows.map((row) => (paid_on === undefined ? '' : (row[paid_on] ?? '')))) ??
  (dateOrder()[0] === 'month' ? 'mdy' : 'dmy')

const columnWords: Readonly<Record<ColumnName, string>> = {
  paid_on: 'Date',
  amount: 'Amount',
  currency: 'Currency',
  payer: 'Payer',
  payer_account: 'Payer’s account',
  text: 'Reference',
}

type ChosenCsv = Extract<Chosen, { readonly csv: StatementCsv }>

/** Which column of the file has what. */
function ColumnSelects({ chosen, onChange }: { chosen: ChosenCsv; onChange: (next: Chosen) => void }) {
  const { csv, columns, dayOrder } = chosen
  const choices = csv.header.map((label, index) => ({
    value: String(index),
    label: label || `Column ${index + 1}`,
  }))
  return (
    <div role="group" className={classes.columns} aria-label="Columns of the file">
      {columnNames.map((name) => (
        <Select
          key={name}
          label={columnWords[name]}
          value={String(columns[name] ?? '')}
          data={[{ value: '', label: name === 'currency' ? chosen.currency : 'None' }, ...choices]}
          onChange={({ currentTarget: { value } }) => {
            const next = { ...columns, [name]: value === '' ? undefined : Number(value) }
            onChange({
              ...chosen,
              columns: next,
              ...(name === 'paid_on' && { dayOrder: orderOf(csv, next) }),
            })
          }}
        />
      ))}
      <Select
        label="Dates are written as"
        value={dayOrder}
        data={[
          { value: 'dmy', label: 'Day, month, year' },
          { value: 'mdy', label: 'Month, day, year' },
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ ...chosen, dayOrder: value as DayOrder })}
      />
    </div>
  )
}

const previewed = 5

function Preview({
  statement: { payments, leftOut },
  isTooLong,
}: {
  statement: Statement
  isTooLong: boolean
}) {
  if (payments.length === 0)
    return (
      <Text size="sm">
        No payment arrived in this file. {leftOut > 0 && 'Check the columns of date and amount.'}
      </Text>
    )
  const days = payments.map(({ paid_on }) => paid_on).toSorted()
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return (
    <section aria-label="Payments in this file">
      <Text size="sm" mb="xs">
        {pluralize(payments.length, 'payment')} received{' '}
        {first === last ? `on ${dayText(first)}` : `from ${dayText(first)} to ${dayText(last)}`}.
        {leftOut > 0 &&
          ` ${pluralize(leftOut, 'other entry', 'other entries')}, such as outgoing payments, left out.`}
      </Text>
      {isTooLong && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mb="xs">
          Import at most {numberText(mostBankPayments.imported)} payments at once: export a shorter period.
        </Text>
      )}
      <ul className={classes.matches}>
        {payments.slice(0, previewed).map((payment, index) => (
          // Two payments may be alike in everything.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={index}>
            <span>
              <bdi>{payerOf(payment)}</bdi>
              <span className={classes.detail} dir="auto">
                {payment.text}
              </span>
            </span>
            <span>{dayText(payment.paid_on)}</span>
            <Money amount={payment.amount} currency={payment.currency} />
          </li>
        ))}
      </ul>
      {payments.length > previewed && (
        <Text size="sm" c="dimmed">
          and {numberText(payments.length - previewed)} more
        </Text>
      )}
    </section>
  )
}
