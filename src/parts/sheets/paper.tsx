import { Anchor } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type CSSProperties, type ReactNode, useEffect } from 'react'

import { session } from '#api/session.ts'
import { billedEmail } from '#contract/invoices/billing-facts.ts'
import type { BilledTo, DocumentSender } from '#contract/invoices/document-sender.ts'
import { type FigureLine, type Figures, figuresOf } from '#contract/invoices/figures.ts'
import { type DocumentLook, type InvoiceLook, standardLook } from '#contract/invoices/looks.ts'
import type { InvoiceWords } from '#contract/invoices/words.ts'
import { TextLink } from '#kit/link.tsx'

import { type SheetLanguage, writerOf } from './sheet-language.ts'

import classes from './invoice-sheet.module.css'

interface PaperProps extends CustomerProps {
  look: DocumentLook
  language: SheetLanguage
  sender: DocumentSender | undefined
  /** Its title, in its language. */
  kind: string
  number: string
  /** `SheetFact`s. */
  dates: ReactNode
  children: ReactNode
}

/** A sheet of paper that a business sends to a customer: what is printed is this and nothing else. */
export function Paper({
  look,
  language,
  sender,
  kind,
  number,
  label,
  customer,
  dates,
  children,
}: PaperProps) {
  const { data: current } = useSuspenseQuery(session.current())
  const business = sender?.name ?? current.account.name
  useSheetName(business, number, language.words)
  return (
    <article className={classes.sheet} data-sheet {...lookProps(look)} aria-label={`${kind} ${number}`}>
      <SheetHead
        business={business}
        sender={sender}
        kind={kind}
        number={number}
        taxNumber={language.words.taxNumber}
        logoPosition={look.logo_position}
      />
      <div className={classes.parties}>
        <SheetCustomer label={label} customer={customer} />
        <dl className={classes.dates}>{dates}</dl>
      </div>
      {children}
    </article>
  )
}

/** How a sheet shows its look. */
const lookProps = ({ language, layout, color }: DocumentLook) => ({
  ...(language !== 'en' && { lang: language }),
  'data-layout': layout,
  style: color === standardLook.color ? undefined : ({ '--accent': color } as CSSProperties),
})

/** Prints the name of the business and the number on each page, and which of them it is. */
function useSheetName(
  business: string,
  number: string,
  { page, of }: Pick<InvoiceWords, 'page' | 'of'>,
): void {
  useEffect(
    function nameThePages() {
      const { style } = document.documentElement
      // The margins of a printed page take from the root element alone.
      const texts = { '--sheet-name': `${business} · ${number}`, '--sheet-page': page, '--sheet-of': of }
      for (const [name, text] of Object.entries(texts)) style.setProperty(name, JSON.stringify(text))
      return () => {
        for (const name of Object.keys(texts)) style.removeProperty(name)
      }
    },
    [business, number, page, of],
  )
}

interface FactProps {
  label: ReactNode
  /** It's for the business alone, and not printed. */
  isInternal?: boolean
  children: ReactNode
}

/** A line beside the customer or below the lines, such as when the sheet was issued. */
export const SheetFact = ({ label, isInternal = false, children }: FactProps) => (
  <div className={isInternal ? classes.internal : undefined}>
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

/** Facts as the document writes them; `links` has those that lead somewhere, by their label. */
export const SheetFacts = ({
  facts,
  links = {},
}: {
  facts: readonly { readonly label: string; readonly value: string }[]
  links?: Readonly<Record<string, ReactNode>>
}) =>
  facts.map(({ label, value }) => (
    <SheetFact key={label} label={label}>
      {links[label] ?? <bdi>{value}</bdi>}
    </SheetFact>
  ))

interface HeadProps {
  business: string
  sender: DocumentSender | undefined
  /** Its title, in its language. */
  kind: string
  number: string
  /** The label of the tax number. */
  taxNumber: string
  logoPosition: InvoiceLook['logo_position']
}

/** Who the sheet is from, and what it is. */
function SheetHead({ business, sender, kind, number, taxNumber, logoPosition }: HeadProps) {
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
          {business}
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

/** Small print below everything but the foot; nothing if it’s empty. */
export const SheetFine = ({ text }: { text: string }) =>
  text !== '' && (
    <p className={classes.fine} dir="auto">
      {text}
    </p>
  )

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
const SheetCustomer = ({
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

interface FiguresProps {
  lines: readonly FigureLine[]
  /** Empty where tax isn’t listed separately. */
  taxes: readonly FigureLine[]
  /** What the total is called. */
  total: string
  amount: number
  currency: string
  language: SheetLanguage
  /** What follows the total. */
  children?: ReactNode
}

/** The lines of a document, their taxes and the total. */
export function SheetFigures({ lines, taxes, total, amount, currency, language, children }: FiguresProps) {
  const figures = figuresOf(lines, taxes, writerOf(language, currency))
  return (
    <>
      <SheetLines lines={figures.lines} words={language.words} />
      <dl className={classes.totals}>
        {figures.totals.map(({ label, amount: text }) => (
          <SheetFact key={label} label={label}>
            {text}
          </SheetFact>
        ))}
        <div className={classes.total}>
          <dt>
            {total} {currency}
          </dt>
          <dd>{language.money(amount, currency)}</dd>
        </div>
        {children}
      </dl>
    </>
  )
}

function SheetLines({ lines, words }: { lines: Figures['lines']; words: SheetLanguage['words'] }) {
  if (lines.length === 0) return <p className={classes.none}>{words.noLines}</p>
  const columns = [
    ['quantity', words.quantity],
    ['unit_price', words.unitPrice],
    ...(lines.some(({ tax }) => tax !== '') ? [['tax', words.tax] as const] : []),
    ['amount', words.amount],
  ] as const
  return (
    <table className={classes.lines}>
      <caption className={classes.caption}>{words.lines}</caption>
      <thead>
        <tr>
          <th scope="col">{words.description}</th>
          {columns.map(([key, label]) => (
            <th key={key} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no other
          <tr key={index}>
            <td dir="auto">
              {line.description}
              {line.note !== '' && <span className={classes.discount}>{line.note}</span>}
            </td>
            {columns.map(([key, label]) => (
              <td key={key} data-label={label}>
                {line[key]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
