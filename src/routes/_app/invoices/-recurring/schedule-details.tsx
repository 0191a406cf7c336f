import { Alert, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'

import { draftAmounts } from '#api/invoice-draft.ts'
import type { Schedule } from '#contract/invoice-schedules.ts'
import { FactList, FactState } from '#kit/facts.tsx'
import { TextLink } from '#kit/link.tsx'
import { Money } from '#kit/money.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { dayText } from '#lib/calendar.ts'
import { numberFormat } from '#lib/locale.ts'
import { money, rateText } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'

import { DraftTotals } from '../-editor/draft-totals.tsx'
import { termsText } from '../-editor/terms.ts'
import { StatusBadge } from '../-invoice-status.tsx'
import { valuesOf } from './schedule-values.ts'
import { frequencyWords, pauseWords } from './schedule-words.tsx'

import classes from './recurring.module.css'

const quantityFormat = numberFormat({ maximumFractionDigits: 6 })

/** What a schedule drafts and when, and what it has drafted. */
export function ScheduleDetails({ schedule }: { schedule: Schedule }) {
  const { status, pause_reason, next_days, customer_id, customer_name, frequency, notes } = schedule
  return (
    <div className={classes.cards}>
      {status === 'paused' && (
        <Alert color="yellow" icon={<IconPlayerPause size={18} aria-hidden />} title="Paused">
          {pause_reason
            ? pauseWords[pause_reason]
            : 'Nothing is drafted until it’s resumed. Invoices that fall into the pause are skipped.'}
        </Alert>
      )}
      <SectionCard title="Schedule">
        <FactList>
          <FactState label="Customer">
            <TextLink to="/customers/$id" params={{ id: String(customer_id) }}>
              <bdi>{customer_name}</bdi>
            </TextLink>
          </FactState>
          <FactState label="Frequency">{frequencyWords[frequency]}</FactState>
          <FactState label="First invoice">{dayText(schedule.starts_on)}</FactState>
          <FactState label="Ends">{endText(schedule)}</FactState>
          <FactState label="Payment terms">{termsText(schedule.payment_days)}</FactState>
        </FactList>
        {next_days.length > 0 && (
          <>
            <Text size="sm" fw={500} mt="md" mb={6}>
              {status === 'paused' ? 'Next if resumed today' : 'Next invoices'}
            </Text>
            <ol className={classes.days} aria-label="Next invoices">
              {next_days.map((day) => (
                <li key={day}>{dayText(day)}</li>
              ))}
            </ol>
          </>
        )}
      </SectionCard>
      <SectionCard title="Lines">
        <Lines schedule={schedule} />
        {notes !== '' && (
          <Text size="sm" c="dimmed" mt="md" dir="auto" style={{ whiteSpace: 'pre-wrap' }}>
            {notes}
          </Text>
        )}
      </SectionCard>
      <Drafted schedule={schedule} />
    </div>
  )
}

function endText({ ends_on, max_count }: Schedule): string {
  if (ends_on !== null) return dayText(ends_on)
  return max_count === null ? 'Never' : `After ${pluralize(max_count, 'invoice')}`
}

function Lines({ schedule }: { schedule: Schedule }) {
  const { currency, line_items } = schedule
  const { draft } = valuesOf(schedule)
  const amounts = draftAmounts(draft)
  return (
    <>
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
    </>
  )
}

function Drafted({ schedule: { invoices, drafted_count } }: { schedule: Schedule }) {
  return (
    <SectionCard
      title="Drafted invoices"
      isFlush={invoices.length > 0}
      {...(drafted_count > invoices.length && {
        description: `${pluralize(drafted_count, 'invoice')} so far, deleted ones included`,
      })}
    >
      {invoices.length === 0 ? (
        <Text c="dimmed">None yet.</Text>
      ) : (
        <ul className={classes.invoices}>
          {invoices.map((invoice) => (
            <li key={invoice.id}>
              <span>
                <TextLink to="/invoices/$id" params={{ id: String(invoice.id) }} fw={500} c="inherit">
                  {invoice.invoice_number}
                </TextLink>
                <span className={classes.detail}>For {dayText(invoice.period_on)}</span>
              </span>
              <StatusBadge status={invoice.status} />
              <Money amount={invoice.total_amount} currency={invoice.currency} />
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
