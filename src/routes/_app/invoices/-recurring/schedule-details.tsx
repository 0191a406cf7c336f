import { Alert, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import type { Schedule } from '#contract/invoices/schedules.ts'
import { FactList, FactState } from '#kit/facts.tsx'
import { TextLink } from '#kit/link.tsx'
import { Money } from '#kit/money.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { dayText } from '#lib/calendar.ts'
import { pluralize } from '#lib/pluralize.ts'
import { StatusBadge } from '#parts/invoices/invoice-status.tsx'
import { termsText } from '#parts/payment-terms.ts'

import { ScheduleLines } from './schedule-lines.tsx'
import { frequencyWords, pauseWords } from './schedule-words.tsx'

import layout from '#kit/record-page.module.css'
import classes from './recurring.module.css'

/** Content and days of a schedule, and its drafts. */
export function ScheduleDetails({ schedule }: { schedule: Schedule }) {
  const { status, next_days, customer_id, customer_name, frequency } = schedule
  return (
    <div className={layout.cards}>
      <PausedAlert of={schedule}>
        Nothing is drafted until it’s resumed. Invoices that fall into the pause are skipped.
      </PausedAlert>
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
      <ScheduleLines title="Lines" content={schedule} />
      <DraftedInvoices {...schedule} />
    </div>
  )
}

interface PausedProps {
  of: { readonly status: string; readonly pause_reason: Schedule['pause_reason'] }
  /** What a pause that somebody asked for means. */
  children: ReactNode
}

/** Why nothing is billed now; nothing unless it’s paused. */
export const PausedAlert = ({ of: { status, pause_reason }, children }: PausedProps) =>
  status === 'paused' && (
    <Alert color="yellow" icon={<IconPlayerPause size={18} aria-hidden />} title="Paused">
      {pause_reason ? pauseWords[pause_reason] : children}
    </Alert>
  )

function endText({ ends_on, max_count }: Schedule): string {
  if (ends_on !== null) return dayText(ends_on)
  return max_count === null ? 'Never' : `After ${pluralize(max_count, 'invoice')}`
}

/** The newest invoices of a schedule. */
export function DraftedInvoices({
  invoices,
  drafted_count,
  title = 'Drafted invoices',
}: Pick<Schedule, 'invoices' | 'drafted_count'> & { title?: string }) {
  return (
    <SectionCard
      title={title}
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
