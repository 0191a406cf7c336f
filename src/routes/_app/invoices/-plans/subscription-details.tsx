import type { Subscription } from '#contract/invoices/subscriptions.ts'
import { FactList, FactState } from '#kit/facts.tsx'
import { TextLink } from '#kit/link.tsx'
import { Money } from '#kit/money.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { dayText } from '#lib/calendar.ts'
import { numberText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { intervalWords } from '#parts/subscriptions/plan-words.tsx'

import { DraftedInvoices, PausedAlert } from '../-recurring/schedule-details.tsx'
import { ScheduleLines } from '../-recurring/schedule-lines.tsx'

import layout from '#kit/record-page.module.css'
import classes from '#parts/subscriptions/plans.module.css'

/** Lines and days of a subscription, and its invoices. */
export function SubscriptionDetails({ subscription }: { subscription: Subscription }) {
  const { status, adjustments, currency, billed_from, starts_on, ends_on, next_on, price } = subscription
  const isLeft = next_on === null && status !== 'paused'
  // Two of them may say the same; their order stays.
  const charges = adjustments.map((one, index) => ({ ...one, key: String(index) }))
  return (
    <div className={layout.cards}>
      <PausedAlert of={subscription}>
        Nothing is billed until it’s resumed, and days of the pause that aren’t billed yet are free. If the
        current period isn’t billed, what is left of it is billed at once when you resume.
      </PausedAlert>
      <SectionCard title="Subscription">
        <FactList>
          <FactState label="Customer">
            <TextLink to="/customers/$id" params={{ id: String(subscription.customer_id) }}>
              <bdi>{subscription.customer_name}</bdi>
            </TextLink>
          </FactState>
          <FactState label="Plan">
            <TextLink to="/invoices/plans/$id" params={{ id: String(subscription.plan_id) }}>
              <bdi>{subscription.plan_name}</bdi>
            </TextLink>
          </FactState>
          <FactState label="Quantity">{numberText(subscription.quantity)}</FactState>
          {price !== null && <FactState label="Price of one unit">{money(price, currency)}</FactState>}
          <FactState label="Interval">{intervalWords[subscription.frequency]}</FactState>
          <FactState label="First day">{dayText(starts_on)}</FactState>
          {billed_from !== starts_on && (
            <FactState label="First invoice after the trial">{dayText(billed_from)}</FactState>
          )}
          <FactState label="Last day">{ends_on === null ? 'None' : dayText(ends_on)}</FactState>
          {next_on !== null && <FactState label="Next invoice">{dayText(next_on)}</FactState>}
          <FactState label="Invoices">{subscription.sends ? 'Sent automatically' : 'Drafted'}</FactState>
        </FactList>
      </SectionCard>
      {adjustments.length > 0 && (
        <SectionCard
          title={isLeft ? 'Not billed' : 'With the next invoice'}
          description={
            isLeft
              ? `No invoice follows that could include this. ${adjustments.some(({ amount }) => amount > 0) ? 'Draft one for it.' : 'Refund it with a credit note for one of the invoices below, then mark it as refunded.'}`
              : 'From changes within a billed period, excl. tax'
          }
          isFlush
        >
          <ul className={classes.rows}>
            {charges.map(({ key, description, amount }) => (
              <li key={key}>
                <span dir="auto">{description}</span>
                <span />
                <Money amount={amount} currency={currency} />
              </li>
            ))}
          </ul>
        </SectionCard>
      )}
      <ScheduleLines title="Each invoice" content={subscription} />
      <DraftedInvoices
        title="Invoices"
        invoices={subscription.invoices}
        drafted_count={subscription.invoices.length}
      />
    </div>
  )
}
