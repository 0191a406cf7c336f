import { Text, Textarea } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'

import { creditNotes } from '#api/credit-notes.ts'
import { invoices, versionOf } from '#api/invoices.ts'
import { draftName, session } from '#api/session.ts'
import type { CreditAmounts } from '#contract/invoices/credit-amounts.ts'
import { longestCredit } from '#contract/invoices/credit-notes.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { bind } from '#kit/form.tsx'
import { RecordForm } from '#kit/record-form.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { toast } from '#kit/toast.ts'
import { useRecordForm } from '#kit/use-record-form.ts'
import { decimalOf, minus, plus, zero } from '#lib/decimal.ts'
import { mergeVersions } from '#lib/merge.ts'
import { money } from '#lib/money.ts'
import { invoiceWay } from '#parts/records/ways.ts'

import { FormEnd } from '../-editor/form-end.tsx'
import { CreditLines } from './credit-lines.tsx'
import { type CreditValues, amountIn, checkCredit, inputOf, typedAmounts, valuesOf } from './credit-values.ts'

import classes from '#parts/lines/totals.module.css'

const FTextarea = bind(Textarea)

/** The form of a credit note. `start` is the invoice as it was read first, `invoice` as it is now. */
export function CreditForm({ start, invoice }: { start: InvoiceDetails; invoice: InvoiceDetails }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: current } = useSuspenseQuery(session.current())
  // Which line of the form each line of the request is.
  const indexes = useRef<readonly number[]>([])
  const { id, invoice_number } = invoice
  const editor = useRecordForm({
    draftName: draftName(`credit:${id}`, current),
    start: { values: valuesOf(start), version: versionOf(start) },
    check: (values: CreditValues) => checkCredit(invoice, values),
    mutation: creditNotes.issue(id),
    requestOf: (values, attempt) => {
      const request = inputOf(invoice, values)
      indexes.current = request.indexes
      return { input: request.input, ...attempt }
    },
    pathOf: (name) => {
      if (name === 'reason') return 'reason'
      const [, line] = /^line_items\.(\d+)\./.exec(name) ?? []
      const index = line === undefined ? undefined : indexes.current[Number(line)]
      return index === undefined ? undefined : `quantities.${index}`
    },
    others: {
      latest: async () => {
        const latest = await queryClient.fetchQuery({ ...invoices.toEdit(id), staleTime: 0 })
        return { values: valuesOf(latest), version: versionOf(latest) }
      },
      // A payment or another credit note: what was typed stays, and is checked against what is left now.
      merge: (versions) => mergeVersions(versions, [], versions.mine),
    },
    onSaved: (note) => {
      void navigate({ to: '/invoices/credit-notes/$id', params: { id: String(note.id) }, replace: true })
      void toast.success(`Credit note ${note.credit_number} issued`)
    },
  })
  const values = useWatch({ control: editor.form.control }) as CreditValues
  const amounts = typedAmounts(invoice, values)
  return (
    <RecordForm
      title="Create credit note"
      subtitle={`For invoice ${invoice_number}. It gets its number right away and can’t be changed.`}
      record="invoice"
      unfinished="Unfinished credit note"
      saveLabel="Issue credit note"
      isNew
      editor={editor}
      back={invoiceWay(id)}
    >
      <SectionCard title="Lines to credit" description="Lower the quantity to credit part of a line.">
        <CreditLines invoice={invoice} form={editor.form} amounts={amounts} />
      </SectionCard>
      <FormEnd>
        <SectionCard title="Reason">
          <FTextarea
            control={editor.form.control}
            name="reason"
            aria-label="Reason"
            placeholder="Shown to the customer on the credit note"
            autosize
            minRows={3}
            maxRows={8}
            maxLength={longestCredit.reason}
          />
        </SectionCard>
        <SectionCard title="Total">
          <CreditTotals invoice={invoice} amounts={amounts} />
        </SectionCard>
      </FormEnd>
    </RecordForm>
  )
}

/** The total of the credit note, and the amount due after it. */
function CreditTotals({ invoice, amounts }: { invoice: InvoiceDetails; amounts: CreditAmounts }) {
  const { currency, line_items, total_amount, amount_paid, amount_credited } = invoice
  const amount = amountIn(currency)
  const settled = plus(decimalOf(amount_paid), plus(decimalOf(amount_credited), amount(amounts.total)))
  const due = minus(decimalOf(total_amount), settled)
  const taxName = (id: number) =>
    (line_items.find((line) => line.id === id)?.description ?? 'Tax').replace(/(\d) %/, '$1%')
  return (
    <>
      <dl className={classes.totals} aria-label="Totals" aria-live="polite">
        {amounts.taxes.length > 0 && (
          <div>
            <dt>Net</dt>
            <dd>{money(amount(amounts.net), currency)}</dd>
          </div>
        )}
        {amounts.taxes.map(({ id, net, tax }) => (
          <div key={id}>
            <dt>
              {taxName(id)} <span className={classes.of}>of {money(amount(net), currency)}</span>
            </dt>
            <dd>{money(amount(tax), currency)}</dd>
          </div>
        ))}
        <div className={classes.total}>
          <dt>Total credit</dt>
          <dd>{money(amount(amounts.total), currency)}</dd>
        </div>
        <div>
          <dt>{due.units < 0n ? 'To refund after this' : 'Amount due after this'}</dt>
          <dd>{money(due.units < 0n ? minus(zero, due) : due, currency)}</dd>
        </div>
      </dl>
      {due.units < 0n && (
        <Text size="sm" c="dimmed" mt="xs">
          The customer has paid more than the new total. Refund the difference.
        </Text>
      )}
    </>
  )
}
