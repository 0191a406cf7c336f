import { Link } from '@tanstack/react-router'

import type { OverviewData } from '#api/computed-overview.ts'
import type { ageingBuckets } from '#contract/account/overview.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { digits } from '#lib/decimal.ts'
import { money } from '#lib/money.ts'
import { pluralize } from '#lib/pluralize.ts'

import { type BucketFigure, ageingFigures } from './-figures.ts'
import { useInvoiceLink } from './-invoice-link.ts'

import classes from './-ageing.module.css'

const words: Record<(typeof ageingBuckets)[number], string> = {
  current: 'Not due yet',
  '1-30': '1–30 days overdue',
  '31-60': '31–60 days overdue',
  '61-90': '61–90 days overdue',
  '90+': 'Over 90 days overdue',
}

/** Outstanding amounts by age: a bar whose legend links to the invoices of each part. */
export function Ageing({ overview, currency }: { overview: OverviewData; currency: string }) {
  const figures = ageingFigures(overview, currency)
  const open = figures.filter(({ count }) => count > 0)
  return (
    <SectionCard title="Outstanding by age">
      {open.length === 0 ? (
        <p className={classes['none']}>Nothing is outstanding in {currency}.</p>
      ) : (
        <>
          <div className={classes['bar']} aria-hidden>
            {open.map((figure) => (
              <span key={figure.bucket} data-bucket={figure.bucket} style={{ flexGrow: lengthOf(figure) }} />
            ))}
          </div>
          <ul className={classes['legend']} aria-label="Outstanding by age">
            {figures.map((figure) => (
              <li key={figure.bucket}>
                <Part figure={figure} currency={currency} />
              </li>
            ))}
          </ul>
        </>
      )}
    </SectionCard>
  )
}

function Part({ figure, currency }: { figure: BucketFigure; currency: string }) {
  const linkOf = useInvoiceLink()
  const { bucket, amount, count, link } = figure
  const content = (
    <>
      <span className={classes['dot']} data-bucket={bucket} aria-hidden />
      <span className={classes['name']}>{words[bucket]}</span>
      <span className={classes['count']}>{count === 0 ? '–' : pluralize(count, 'invoice')}</span>
      <span className={classes['amount']} dir="ltr">
        {money(amount, currency)}
      </span>
    </>
  )
  if (count === 0)
    return (
      <span className={classes['part']} data-empty>
        {content}
      </span>
    )
  return (
    <Link to="/invoices" search={linkOf(link)} className={classes['part']}>
      {content}
    </Link>
  )
}

/** Only for the length of a part; credits have none. */
const lengthOf = ({ amount }: BucketFigure) => Math.max(Number(digits(amount)), 0)
