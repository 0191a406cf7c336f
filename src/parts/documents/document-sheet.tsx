import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import type { DocumentVersion, OneDocument } from '#api/documents.ts'
import { session } from '#api/session.ts'
import { templates } from '#api/templates.ts'
import type { Countersignature } from '#contract/documents.ts'
import { fillDocument } from '#contract/templates.ts'
import { byteSize } from '#lib/byte-size.ts'
import { dayText, dayTextOf } from '#lib/calendar.ts'
import { momentOf } from '#lib/dates.ts'
import { decimalOf, plus, zero } from '#lib/decimal.ts'
import { money } from '#lib/money.ts'
import { SheetLines, useSheetName } from '#parts/sheets/invoice-sheet.tsx'
import { SheetCustomer, SheetHead } from '#parts/sheets/sheet-head.tsx'

import { answerWords, isOtherName, linkWords } from './answer-words.ts'
import { documentStatusWord } from './document-badge.tsx'
import { kindWords, titleOf } from './document-words.tsx'
import { SectionTexts } from './section-inputs.tsx'

import sheet from '#parts/sheets/invoice-sheet.module.css'
import classes from './documents.module.css'

interface Props {
  document: OneDocument
  /** Content of a sent version; the current one unless given. */
  version?: DocumentVersion | undefined
}

/** A proposal or contract as a sheet of paper: what is printed is this and nothing else. */
export function DocumentSheet({ document, version }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const { kind, number, status, sender } = document
  const words = kindWords[kind]
  const isFilled = version === undefined && status === 'draft'
  const hasPlaceholders = JSON.stringify([document.title, document.sections]).includes('{{')
  const { data: values } = useQuery({
    ...templates.values({ [`${kind}_id`]: document.id }),
    enabled: isFilled && hasPlaceholders,
  })
  const shown =
    version ?? (isFilled && values ? { ...document, ...fillDocument(kind, document, values) } : document)
  const { customer_id, customer_name, customer_email, currency, line_items, answer, starts_on, ends_on } =
    shown
  useSheetName(sender.name, number)
  const lines = line_items.map((line, id) => ({ ...line, id }))
  const items = lines.filter((line) => line.kind === 'item')
  const taxes = lines.filter((line) => line.kind === 'tax')
  const net = items.map(({ total }) => decimalOf(total)).reduce(plus, zero)
  return (
    <article className={sheet.sheet} data-sheet aria-label={`${words.One} ${number}`}>
      <SheetHead business={current.account.name} sender={sender} kind={words.One} number={number} />
      <div className={sheet.parties}>
        <SheetCustomer label="Prepared for" customer={{ customer_id, customer_name, customer_email }} />
        <dl className={sheet.dates}>
          {shown.sent_at !== null && (
            <div>
              <dt>Sent</dt>
              <dd>{dayTextOf(shown.sent_at, sender.time_zone)}</dd>
            </div>
          )}
          {starts_on !== null && (
            <div>
              <dt>Starts</dt>
              <dd>{dayText(starts_on)}</dd>
            </div>
          )}
          {ends_on !== null && (
            <div>
              <dt>{words.lastDay}</dt>
              <dd>{dayText(ends_on)}</dd>
            </div>
          )}
          {version === undefined && (
            <div className={sheet.internal}>
              <dt>Status</dt>
              <dd>{documentStatusWord(status)}</dd>
            </div>
          )}
        </dl>
      </div>
      <div className={classes.title} dir="auto">
        {titleOf(shown)}
      </div>
      <SectionTexts sections={shown.sections} />
      {items.length > 0 && (
        <div className={classes.prices}>
          <SheetLines lines={items} currency={currency} />
          <dl className={sheet.totals}>
            {taxes.length > 0 && (
              <div>
                <dt>Net</dt>
                <dd>{money(net, currency)}</dd>
              </div>
            )}
            {taxes.map(({ id, description, total }) => (
              <div key={id}>
                <dt>{description.replace(/(\d) %/, '$1%')}</dt>
                <dd>{money(total, currency)}</dd>
              </div>
            ))}
            <div className={sheet.total}>
              <dt>Total {currency}</dt>
              <dd>{money(shown.total_amount, currency)}</dd>
            </div>
          </dl>
        </div>
      )}
      {shown.attachments.length > 0 && (
        <section className={classes.attached} aria-label="Attachments">
          <p className={sheet.label}>Attachments</p>
          <ul>
            {shown.attachments.map(({ id, name, bytes }) => (
              <li key={id}>
                <bdi>{name}</bdi> ({byteSize(bytes)})
              </li>
            ))}
          </ul>
        </section>
      )}
      {answer && (
        <section className={classes.answer} aria-label={answerWords[answer.kind]}>
          <p className={sheet.label}>{answerWords[answer.kind]}</p>
          <p className={sheet.customer} dir="auto">
            {answer.name}
          </p>
          {isOtherName(answer, customer_name) && (
            <p>
              Not the customer’s name, <bdi>{customer_name}</bdi>
            </p>
          )}
          <p>{momentOf(answer.at)}</p>
          {answer.note !== '' && (
            <p className={sheet.lined} dir="auto">
              {answer.note}
            </p>
          )}
          {answer.recorded_by !== null && <p className={sheet.label}>Recorded by {answer.recorded_by}</p>}
          {answer.address !== null && <p className={sheet.label}>From address {answer.address}</p>}
          {answer.device !== null && (
            <p className={sheet.label}>
              Device <bdi>{answer.device}</bdi>
            </p>
          )}
          {answer.link && (
            <p className={sheet.label}>
              {linkWords[answer.link.delivery]} <bdi>{answer.link.to}</bdi>
            </p>
          )}
          {answer.sha256 !== null && (
            <p className={classes.hash}>
              <span className={sheet.label}>Answer hash (SHA-256)</span> <code>{answer.sha256}</code>
            </p>
          )}
        </section>
      )}
      {answer?.countersignature && <CountersignatureBox {...answer.countersignature} />}
    </article>
  )
}

/** The signature of the business, below that of the customer. */
const CountersignatureBox = ({ name, signed_by, at, sha256 }: Countersignature) => (
  <section className={classes.answer} aria-label="Countersigned by">
    <p className={sheet.label}>Countersigned by</p>
    <p className={sheet.customer} dir="auto">
      {name}
    </p>
    <p>{momentOf(at)}</p>
    <p className={sheet.label}>Signed in as {signed_by}</p>
    <p className={classes.hash}>
      <span className={sheet.label}>Countersignature hash (SHA-256)</span> <code>{sha256}</code>
    </p>
  </section>
)
