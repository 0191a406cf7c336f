import { StatusBadge, type Tone } from '#kit/status-badge.tsx'

import classes from './-auth-picture.module.css'

const invoices: readonly (readonly [
  number: string,
  who: string,
  tone: Tone,
  status: string,
  amount: string,
])[] = [
  ['INV-0187', 'Moreau Vélos', 'info', 'Sent', '€558.72'],
  ['INV-0186', 'Horvat Honey', 'bad', 'Overdue', '€1,215.98'],
  ['INV-0185', 'Kamau Tea', 'good', 'Paid', '€2,624.90'],
  ['INV-0184', 'Brandt Lighting', 'good', 'Paid', '€14,374.80'],
]

/** A picture of the product; decorative. */
export function AuthPicture() {
  return (
    <aside className={classes['panel']} aria-hidden>
      <p className={classes['claim']}>Customers, invoices and meetings, in one calm place.</p>
      <div className={classes['scene']}>
        <div className={classes['figures']}>
          <div>
            <span>Outstanding</span>
            <b>€19,176</b>
          </div>
          <div>
            <span>Paid this month</span>
            <b>€42,310</b>
          </div>
        </div>
        <div className={classes['card']}>
          {invoices.map(([number, who, tone, status, amount]) => (
            <div className={classes['row']} key={number}>
              <span className={classes['number']}>{number}</span>
              <span className={classes['who']}>{who}</span>
              <StatusBadge tone={tone}>{status}</StatusBadge>
              <span className={classes['amount']}>{amount}</span>
            </div>
          ))}
        </div>
        <div className={classes['toast']}>
          <StatusBadge tone="good">Delivered</StatusBadge>
          <code>invoice.paid</code>
          <span>87 ms</span>
        </div>
      </div>
    </aside>
  )
}
