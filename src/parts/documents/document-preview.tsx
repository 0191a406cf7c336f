import { useQuery } from '@tanstack/react-query'

import { company } from '#api/company.ts'
import type { OneDocument } from '#api/documents.ts'
import { type DraftCustomer, type DraftForm, draftAmounts, draftBody } from '#api/invoice-draft.ts'
import { invoiceTemplates } from '#api/invoice-templates.ts'
import type { PlaceholderSource } from '#api/templates.ts'
import { contactOf } from '#contract/account/company.ts'
import { fillDocument } from '#contract/account/templates.ts'
import type { DocumentKind, DocumentLine } from '#contract/documents/documents.ts'
import { type DocumentLook, standardLook } from '#contract/invoices/looks.ts'
import type { PlaceholderValues } from '#contract/values/placeholders.ts'
import { type Decimal, digits } from '#lib/decimal.ts'
import { rateText } from '#lib/money.ts'
import { SmallPaper } from '#parts/sheets/small-paper.tsx'

import { DocumentPaper, usePlaceholderValues } from './document-sheet.tsx'
import type { DocumentValues } from './document-values.ts'
import { useTemplateFiles } from './template-select.tsx'

interface Props {
  kind: DocumentKind
  values: DocumentValues
  /** The document as it was opened; a new one has no number and no look of its own yet. */
  start: OneDocument | undefined
}

/** The whole document as it would be sent now. */
export function DocumentPreview({ kind, values, start }: Props) {
  const { customer } = values.draft
  const isOwn = start !== undefined && start.customer_id === customer?.id
  const source: PlaceholderSource = isOwn
    ? { [`${kind}_id`]: start.id }
    : { ...(customer && { customer_id: customer.id }) }
  const known = usePlaceholderValues(values, source) ?? {}
  const fromTemplate = useTemplateFiles(values.template)
  const { data: theirs } = useQuery({
    ...invoiceTemplates.ofCustomer(customer?.id ?? 0),
    enabled: customer !== null && !isOwn,
  })
  return (
    <DraftPaper
      kind={kind}
      values={values}
      customer={customer}
      known={known}
      start={start}
      look={theirs?.look ?? start?.look}
      attachments={start?.attachments ?? fromTemplate}
    />
  )
}

interface PaperProps extends Pick<Props, 'kind'> {
  values: Pick<DocumentValues, 'title' | 'sections' | 'draft'> & Partial<DocumentValues>
  customer: Omit<DraftCustomer, 'id'> | null
  /** What the placeholders stand for; those that aren’t known stay. */
  known: PlaceholderValues
  attachments: OneDocument['attachments']
  /** The standard one unless given. */
  look?: DocumentLook | undefined
  start?: Props['start']
}

/** What is being written, on paper. */
export function DraftPaper({
  kind,
  values,
  customer,
  known,
  attachments,
  look = standardLook,
  start,
}: PaperProps) {
  const { data: current } = useQuery({ ...company.current(), enabled: start === undefined })
  const sender = start?.sender ?? (current && { ...current.company, contact: contactOf(current.company) })
  return (
    <SmallPaper>
      <DocumentPaper
        kind={kind}
        number={start?.number ?? ''}
        sender={sender}
        look={look}
        shown={{
          ...fillDocument(kind, values, known),
          ...figuresOf(values.draft),
          customer_id: 0,
          customer_name: customer?.name ?? 'No customer yet',
          customer_email: customer?.email ?? '',
          sent_at: null,
          starts_on: values.startsOn || null,
          ends_on: values.endsOn || null,
          attachments,
          answer: null,
          signers: (values.signers ?? []).flatMap(({ name, email }) =>
            name.trim() === '' ? [] : [{ name, email, signature: null }],
          ),
        }}
      />
    </SmallPaper>
  )
}

/** The lines that can be read, and what they come to. */
function figuresOf(draft: DraftForm): Pick<OneDocument, 'line_items' | 'currency' | 'total_amount'> {
  const amounts = draftAmounts(draft)
  const lines = draft.lines.filter(({ key }) => amounts?.lines.has(key))
  const { line_items, currency } = draftBody({ ...draft, lines })
  const numberOf = (amount: Decimal | undefined) => Number(amount ? digits(amount) : 0)
  const items = line_items.map((line, index): DocumentLine => {
    const total = numberOf(amounts?.lines.get(lines[index]?.key ?? ''))
    return { ...line, kind: 'item', total }
  })
  const taxes = (amounts?.taxes ?? []).map(({ rate, tax }): DocumentLine => {
    const [tax_rate, total] = [numberOf(rate), numberOf(tax)]
    const description = `Tax ${rateText(tax_rate)}`
    return { kind: 'tax', description, quantity: 1, unit_price: total, total, discount: 0, tax_rate }
  })
  return { line_items: [...items, ...taxes], currency, total_amount: numberOf(amounts?.total) }
}
