import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'

import { billedEmail } from '#contract/invoices/billing-facts.ts'
import type { BilledTo, DocumentSender } from '#contract/invoices/document-sender.ts'
import type { InvoiceLook } from '#contract/invoices/looks.ts'
import { TextLink } from '#kit/link.tsx'

import classes from './invoice-sheet.module.css'

interface HeadProps {
  /** The name of the account, unless the sheet says who sent it. */
  business: string
  sender: DocumentSender | undefined
  /** Its title, in its language. */
  kind: string
  number: string
  /** The label of the tax number. */
  taxNumber?: string
  logoPosition?: InvoiceLook['logo_position']
}

/** Who the sheet is from, and what it is. */
export function SheetHead({
  business,
  sender,
  kind,
  number,
  taxNumber = 'Tax number',
  logoPosition = 'left',
}: HeadProps) {
  const logo = sender?.logo && (
    <img
      className={classes.logo}
      src={sender.logo.path}
      width={sender.logo.width}
      height={sender.logo.height}
      // As large as its image will be, so that nothing moves when that arrives.
      style={{ height: Math.min(60, sender.logo.height, (182 * sender.logo.height) / sender.logo.width) }}
      alt=""
    />
  )
  return (
    <header className={classes.head}>
      {logo && logoPosition === 'center' && <div className={classes.centered}>{logo}</div>}
      <div className={classes.sender}>
        {logoPosition === 'left' && logo}
        <p className={classes.business} dir="auto">
          {sender?.name ?? business}
        </p>
        {sender?.address && (
          <p className={classes.address} dir="auto">
            {sender.address}
          </p>
        )}
        {sender?.contact && (
          <p className={classes.address} dir="auto">
            {sender.contact}
          </p>
        )}
        {sender?.tax_number && (
          <p className={classes.address}>
            {taxNumber}: {sender.tax_number}
          </p>
        )}
      </div>
      <div className={classes.title}>
        {logoPosition === 'right' && logo}
        <p className={classes.kind}>
          {kind}
          <span dir="auto">{number}</span>
        </p>
      </div>
    </header>
  )
}

/** Where to pay, and what stands below everything else. A credit note asks for no payment. */
export const SheetFoot = ({
  sender,
  isPayable,
  payTo = 'Pay to',
  payOnline,
  link,
  code,
}: {
  sender: DocumentSender | undefined
  isPayable: boolean
  payTo?: string
  payOnline?: string
  /** Where it’s paid online. */
  link?: string | undefined
  /** What a banking app scans. */
  code?: ReactNode
}) => (
  <>
    {isPayable && (sender?.bank_details || link) && (
      <section aria-label={payTo} className={classes.payment}>
        <div>
          <p className={classes.label}>{payTo}</p>
          <p className={classes.lined} dir="auto">
            {sender?.bank_details}
          </p>
          {link && (
            <p>
              <Anchor href={link} target="_blank" rel="noopener noreferrer" inherit>
                {payOnline}
              </Anchor>
            </p>
          )}
        </div>
        {code}
      </section>
    )}
    {sender?.invoice_footer && (
      <p className={classes.footer} dir="auto">
        {sender.invoice_footer}
      </p>
    )}
  </>
)

interface CustomerProps {
  /** Heading, in the language of the sheet. */
  label: string
  customer: {
    customer_id: number
    customer_name: string
    customer_email: string
    billed_to?: BilledTo | undefined
  }
}

/** Who the sheet is for. */
export const SheetCustomer = ({
  label,
  customer: { customer_id, customer_name, customer_email, billed_to },
}: CustomerProps) => (
  <section aria-label={label}>
    <p className={classes.label}>{label}</p>
    {billed_to?.company && (
      <p className={classes.customer} dir="auto">
        {billed_to.company}
      </p>
    )}
    <p className={billed_to?.company ? undefined : classes.customer} dir="auto">
      <TextLink to="/customers/$id" params={{ id: String(customer_id) }} className={classes.link ?? ''}>
        {customer_name}
      </TextLink>
    </p>
    {billed_to?.address && (
      <p className={classes.address} dir="auto">
        {billed_to.address}
      </p>
    )}
    <p>{billedEmail({ customer_email, billed_to })}</p>
  </section>
)
