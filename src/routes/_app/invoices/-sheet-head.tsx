import { TextLink } from '#kit/link.tsx'

import classes from './-invoice-sheet.module.css'

interface HeadProps {
  /** The name of the account. */
  business: string
  kind: 'Invoice' | 'Credit note'
  number: string
}

/** Who the sheet is from, and what it is. */
export const SheetHead = ({ business, kind, number }: HeadProps) => (
  <header className={classes.head}>
    <p className={classes.business} dir="auto">
      {business}
    </p>
    <p className={classes.kind}>
      {kind}
      <span dir="auto">{number}</span>
    </p>
  </header>
)

interface CustomerProps {
  label: 'Billed to' | 'Credited to'
  customer: { customer_id: number; customer_name: string; customer_email: string }
}

/** Who the sheet is for. */
export const SheetCustomer = ({
  label,
  customer: { customer_id, customer_name, customer_email },
}: CustomerProps) => (
  <section aria-label={label}>
    <p className={classes.label}>{label}</p>
    <p className={classes.customer} dir="auto">
      <TextLink to="/customers/$id" params={{ id: String(customer_id) }} className={classes.link ?? ''}>
        {customer_name}
      </TextLink>
    </p>
    <p>{customer_email}</p>
  </section>
)
