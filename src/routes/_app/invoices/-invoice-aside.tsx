import { Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { TextLink } from '#kit/link.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { InvoiceEmails } from '#parts/emails/invoice-emails.tsx'
import { InvoiceAmount } from '#parts/invoices/invoice-amount.tsx'
import { DueDay } from '#parts/invoices/invoice-due.tsx'
import { isOpen } from '#parts/invoices/invoice-status.tsx'
import { useAmountsDue } from '#parts/invoices/use-amounts-due.ts'

import { ScheduleOfInvoice } from './-recurring/schedule-of-invoice.tsx'

import classes from './-invoice-aside.module.css'

const shown = 5

/** Beside the sheet: whose invoice it is, and what else they owe. */
export function InvoiceAside({ invoice }: { invoice: Invoice }) {
  const { customer_id, customer_name, customer_email } = invoice
  return (
    <aside className={classes['aside']} aria-label="Customer">
      <SectionCard title="Customer">
        <div className={classes['who']}>
          <TextLink to="/customers/$id" params={{ id: String(customer_id) }} fw={500}>
            <bdi>{customer_name}</bdi>
          </TextLink>
          <a href={`mailto:${customer_email}`} className={classes['email']}>
            {customer_email}
          </a>
        </div>
      </SectionCard>
      <ScheduleOfInvoice id={invoice.id} />
      <InvoiceEmails invoice={invoice} />
      <OtherInvoices invoice={invoice} />
    </aside>
  )
}

function OtherInvoices({ invoice }: { invoice: Invoice }) {
  const { data: current } = useSuspenseQuery(session.current())
  const isFiltered = current.features.records
  const list = useQuery(
    invoices.list({
      customer: invoice.customer_id,
      status: isFiltered ? 'outstanding' : '',
      search: '',
      page: 1,
      size: 25,
      sort: 'due_date',
    }),
  )
  const rows = useAmountsDue(list.data?.rows)
  const open = rows?.filter(({ id, status }) => id !== invoice.id && isOpen(status))
  if (!open) return null
  return (
    <SectionCard
      title="Other open invoices"
      isFlush
      actions={
        <TextLink to="/invoices" search={{ customer: invoice.customer_id }} size="sm">
          All invoices
        </TextLink>
      }
    >
      {open.length === 0 ? (
        <Text c="dimmed" px={20} pb={16}>
          No other open invoices
        </Text>
      ) : (
        <ul className={classes['others']}>
          {open.slice(0, shown).map((other) => (
            <li key={other.id}>
              <TextLink to="/invoices/$id" params={{ id: String(other.id) }} c="inherit" fw={500}>
                {other.invoice_number}
              </TextLink>
              <InvoiceAmount invoice={other} />
              <span className={classes['when']}>
                <DueDay invoice={other} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
