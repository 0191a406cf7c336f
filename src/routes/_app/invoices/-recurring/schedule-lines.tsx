import { Text } from '@mantine/core'

import { asLines, draftAmounts, draftFormOf } from '#api/invoice-draft.ts'
import type { Schedule } from '#contract/invoices/schedules.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { numberFormat } from '#lib/locale.ts'
import { money, rateText } from '#lib/money.ts'
import { DraftTotals } from '#parts/lines/draft-totals.tsx'

import classes from './recurring.module.css'

const quantityFormat = numberFormat({ maximumFractionDigits: 6 })
const noCustomer = {
  customer_id: 0,
  customer_name: '',
  customer_email: '',
  payment_days: 0,
  due_date: '',
  notes: '',
}

interface Props {
  title: string
  content: Pick<Schedule, 'currency' | 'line_items'> & Partial<Pick<Schedule, 'notes'>>
}

/** Lines that are billed each time, with their totals and the notes below them. */
export function ScheduleLines({ title, content }: Props) {
  const { currency, line_items, notes = '' } = content
  const draft = draftFormOf({
    ...content,
    ...noCustomer,
    line_items: asLines(line_items),
  })
  const amounts = draftAmounts(draft)
  return (
    <SectionCard title={title}>
      <table className={classes.lines}>
        <thead>
          <tr>
            <th scope="col">Description</th>
            <th scope="col">Quantity</th>
            <th scope="col">Unit price</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {line_items.map(({ description, quantity, unit_price, discount, tax_rate }, index) => {
            const amount = amounts?.lines.get(draft.lines[index]?.key ?? '')
            const detail = [
              discount > 0 ? `${rateText(discount)} discount` : '',
              tax_rate > 0 ? `${rateText(tax_rate)} tax` : '',
            ].filter((text) => text !== '')
            return (
              <tr key={draft.lines[index]?.key}>
                <td dir="auto">
                  {description}
                  {detail.length > 0 && <span className={classes.detail}>{detail.join(' · ')}</span>}
                </td>
                <td>{quantityFormat(quantity)}</td>
                <td>{money(unit_price, currency)}</td>
                <td>{amount ? money(amount, currency) : ''}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
      <div className={classes.totals}>
        <DraftTotals amounts={amounts} currency={currency} />
      </div>
      {notes !== '' && (
        <Text size="sm" c="dimmed" mt="md" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
          {notes}
        </Text>
      )}
    </SectionCard>
  )
}
