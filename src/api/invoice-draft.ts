import type { ProposalInput } from '#contract/documents/documents.ts'
import { amountsOf } from '#contract/invoices/amounts.ts'
import type { DraftInput, InvoiceInput } from '#contract/invoices/drafts.ts'
import type { ExemptionCategory } from '#contract/invoices/exemptions.ts'
import type { InvoiceDetails, InvoiceSaid } from '#contract/invoices/invoices.ts'
import { longestInvoice } from '#contract/invoices/limits.ts'
import type { Day } from '#lib/calendar.ts'
import { type Decimal, decimalOf, digits, typedDecimal, wholeAt } from '#lib/decimal.ts'
import { amountAsTyped, decimalsOf } from '#lib/money.ts'
import { newKey } from '#lib/new-key.ts'

/** A line as it is typed. */
export interface DraftLine {
  /** Stays with the line when it moves. */
  readonly key: string
  readonly description: string
  readonly quantity: string
  readonly price: string
  /** In percent; empty for none. */
  readonly discount: string
  /** In percent; empty for none. */
  readonly tax: string
  /** Of a proposal: the customer may leave it out. */
  readonly isOptional?: true | undefined
}
/** Inputs of a line. */
export type DraftCell = Exclude<keyof DraftLine, 'key' | 'isOptional'>

/** Whom a draft is for, as the editor shows them. */
export interface DraftCustomer {
  readonly id: number
  readonly name: string
  readonly email: string
}

/** A draft as the editor holds it. */
export interface DraftForm {
  readonly customer: DraftCustomer | null
  readonly currency: string
  /** Days after the invoice date; null where `due` was chosen. */
  readonly paymentDays: number | null
  /** Empty unless chosen. */
  readonly due: Day
  readonly notes: string
  readonly lines: readonly DraftLine[]
  /** Of an invoice; what recurs says nothing yet. */
  readonly said?: DraftSaid
}

/** What an invoice says beside its content. */
export interface DraftSaid {
  readonly reference: string
  /** The day of delivery, or the first one of a period; empty for none, as the last one. */
  readonly from: Day
  readonly to: Day
  /** Why lines at 0% aren’t taxed; empty where nobody has said it. */
  readonly exemption: ExemptionCategory | ''
  readonly reason: string
}

const nothingSaid: DraftSaid = { reference: '', from: '', to: '', exemption: '', reason: '' }

export const saidIn = ({ said = nothingSaid }: Pick<DraftForm, 'said'>): DraftSaid => said

/** Returns a line without content. `tax` is the rate that the line before has. */
export const emptyLine = (tax = ''): DraftLine => ({
  // Unlike any that a draft from before has.
  key: `new-${newKey()}`,
  description: '',
  quantity: '1',
  price: '',
  discount: '',
  tax,
})

/** Defaults of new drafts. */
export interface DraftDefaults {
  readonly currency: string
  readonly payment_days: number
  /** In percent. */
  readonly tax_rate: number
}

/** Returns the form of a new draft. */
export const emptyDraft = ({ currency, payment_days, tax_rate }: DraftDefaults): DraftForm => ({
  customer: null,
  currency,
  paymentDays: payment_days,
  due: '',
  notes: '',
  lines: [emptyLine(tax_rate === 0 ? '' : digits(decimalOf(tax_rate)))],
})

/** The fields the editor reads of an invoice or a recurring invoice. */
export type DraftContent = Pick<
  InvoiceDetails,
  'customer_id' | 'customer_name' | 'customer_email' | 'currency' | 'payment_days' | 'due_date' | 'notes'
> &
  Partial<InvoiceSaid> & {
    readonly line_items: readonly (Pick<
      InvoiceDetails['line_items'][number],
      'id' | 'kind' | 'description' | 'quantity' | 'unit_price' | 'discount' | 'tax_rate'
    > & { readonly is_optional?: boolean | undefined })[]
  }

/** Lines as they were requested, in the form in which an invoice has them. */
export const asLines = <Line extends object>(lines: readonly Line[]) =>
  lines.map((line, id) => ({ ...line, id, kind: 'item' as const }))

/** Returns the draft as the editor holds it; tax lines come from the rates again. */
export function draftFormOf(invoice: DraftContent): DraftForm {
  const { customer_id, customer_name, customer_email, currency, payment_days, due_date, notes } = invoice
  const lines = invoice.line_items
    .filter(({ kind }) => kind === 'item')
    .map((line) => ({
      key: `line-${line.id}`,
      description: line.description,
      quantity: plain(line.quantity),
      price: amountAsTyped(line.unit_price, currency),
      discount: unlessZero(line.discount),
      tax: unlessZero(line.tax_rate ?? 0),
      ...(line.is_optional && { isOptional: true as const }),
    }))
  return {
    customer: { id: customer_id, name: customer_name, email: customer_email },
    currency,
    paymentDays: payment_days,
    due: payment_days === null ? due_date : '',
    notes,
    lines: lines.length === 0 ? [emptyLine()] : lines,
    said: {
      reference: invoice.reference ?? '',
      from: invoice.delivered_from ?? '',
      to: invoice.delivered_to ?? '',
      exemption: invoice.exemption ?? '',
      reason: invoice.exemption_reason ?? '',
    },
  }
}

/** Returns the line as the service would return it: `1.5` and `1.50` are the same price. */
export function plainLine(line: DraftLine, currency: string): DraftLine {
  const { quantity, price, discount, tax } = line
  return {
    ...line,
    quantity: settled(quantity, plain),
    price: settled(price, (amount) => amountAsTyped(amount, currency)),
    discount: settled(discount, unlessZero),
    tax: settled(tax, unlessZero),
  }
}

/** Whether nobody has written anything into the line. */
export const isBlank = ({ description, price }: DraftLine): boolean =>
  description.trim() === '' && price.trim() === ''

/** `lines.KEY.CELL`, or the name of an input above the lines. */
export type DraftPath =
  | 'customer'
  | 'currency'
  | 'due'
  | 'notes'
  | 'reference'
  | 'delivered'
  | 'exemption'
  | 'lines'
  | `lines.${string}.${DraftCell}`

/** Returns what is wrong with what was typed, by the path of the input. Missing content is no mistake in a draft. */
export function draftProblems(form: DraftForm): ReadonlyMap<DraftPath, string> {
  const { currency, paymentDays, due, lines } = form
  const { from, to } = saidIn(form)
  const problems = new Map<DraftPath, string>()
  if (to !== '' && (from === '' || to < from)) problems.set('delivered', 'Choose a day after the first one')
  if (paymentDays === null && due === '') problems.set('due', 'Choose a due date')
  for (const line of lines.filter((one) => !isBlank(one))) {
    const add = (cell: DraftCell, message: string) => problems.set(`lines.${line.key}.${cell}`, message)
    if (wholeQuantity(line) === undefined) add('quantity', 'Enter a quantity like 1.5')
    if (wholePrice(line, currency) === undefined)
      add('price', `Enter a price with at most ${decimalsOf(currency)} decimals`)
    if (wholePercent(line.discount) === undefined) add('discount', 'Enter a percentage up to 100')
    if (wholePercent(line.tax) === undefined) add('tax', 'Enter a percentage up to 100')
    if (line.description.length > longestInvoice.description)
      add('description', `Use at most ${longestInvoice.description} characters`)
  }
  return problems
}

/** Returns the request. Call it only without problems and with a customer. */
export function draftBody({
  customer,
  currency,
  paymentDays,
  due,
  notes,
  lines,
}: DraftForm): Omit<InvoiceInput, 'line_items'> & Pick<ProposalInput, 'line_items'> {
  return {
    customer_id: customer?.id ?? 0,
    currency,
    payment_days: paymentDays,
    due_date: paymentDays === null ? due : null,
    notes: notes.trim(),
    line_items: lines
      .filter((line) => !isBlank(line))
      .map((line) => ({
        description: line.description.trim(),
        quantity: numberOf(line.quantity),
        unit_price: numberOf(line.price),
        discount: numberOf(line.discount),
        tax_rate: numberOf(line.tax),
        ...(line.isOptional && { is_optional: true }),
      })),
  }
}

/** Returns the request of an invoice, in the same way. */
export function invoiceBody(form: DraftForm): DraftInput {
  const { reference, from, to, exemption, reason } = saidIn(form)
  return {
    ...draftBody(form),
    reference: reference.trim(),
    delivered_from: from === '' ? null : from,
    delivered_to: to === '' ? null : to,
    exemption: exemption === '' ? null : exemption,
    exemption_reason: reason.trim(),
  }
}

/** Whether a line has no tax, so that the invoice may have to say why. */
export const hasUntaxed = ({ lines }: Pick<DraftForm, 'lines'>): boolean =>
  lines.some((line) => !isBlank(line) && numberOf(line.tax) === 0)

/** Returns the input that a name of the request belongs to. */
export function draftPathOf(name: string, { lines }: DraftForm): DraftPath | undefined {
  const [head, index, field] = name.split('.')
  if (head === 'customer_id') return 'customer'
  if (head === 'due_date' || head === 'payment_days') return 'due'
  if (head === 'currency' || head === 'notes' || head === 'reference') return head
  if (head === 'delivered_from' || head === 'delivered_to') return 'delivered'
  if (head === 'exemption' || head === 'exemption_reason') return 'exemption'
  if (head !== 'line_items') return undefined
  const line = lines.filter((one) => !isBlank(one))[Number(index)]
  const cell = field === undefined ? undefined : cells[field]
  return line && cell ? `lines.${line.key}.${cell}` : 'lines'
}

/** Returns that input in a form that has the draft as a part. */
export function nestedPathOf(name: string, draft: DraftForm): `draft.${DraftPath}` | undefined {
  const path = draftPathOf(name, draft)
  return path && `draft.${path}`
}

/** Errors of the service about the draft, by the path of their input. */
export const refusedPaths = (
  error: { readonly fields?: Readonly<Record<string, string>> | undefined } | null,
  draft: DraftForm,
): [DraftPath, string][] =>
  Object.entries(error?.fields ?? {}).flatMap(([name, message]): [DraftPath, string][] => {
    const path = draftPathOf(name, draft)
    return path ? [[path, message]] : []
  })

const cells: Partial<Record<string, DraftCell>> = {
  description: 'description',
  quantity: 'quantity',
  unit_price: 'price',
  discount: 'discount',
  tax_rate: 'tax',
}

/** Amounts of a draft as it is typed. */
export interface DraftAmounts {
  /** The amount of each line by its key; without lines that are blank or can’t be read. */
  readonly lines: ReadonlyMap<string, Decimal>
  readonly net: Decimal
  readonly taxes: readonly { readonly rate: Decimal; readonly net: Decimal; readonly tax: Decimal }[]
  readonly total: Decimal
}

/** Returns what the service will store for these lines, without optional ones in the totals, or undefined where an amount is too large. */
export function draftAmounts({
  lines,
  currency,
}: Pick<DraftForm, 'lines' | 'currency'>): DraftAmounts | undefined {
  const read = lines.flatMap((line) => {
    const [quantity, unitPrice] = [wholeQuantity(line), wholePrice(line, currency)]
    const [discount, taxRate] = [wholePercent(line.discount), wholePercent(line.tax)]
    const isRead = quantity !== undefined && unitPrice !== undefined
    return !isBlank(line) && isRead && discount !== undefined && taxRate !== undefined
      ? [{ key: line.key, isCounted: !line.isOptional, quantity, unitPrice, discount, taxRate }]
      : []
  })
  const amounts = amountsOf(read)
  if (!amounts) return undefined
  const amount = (minor: number): Decimal => ({ units: BigInt(minor), scale: decimalsOf(currency) })
  return {
    lines: new Map(read.map(({ key }, index) => [key, amount(amounts.lines[index] ?? 0)])),
    net: amount(amounts.net),
    taxes: amounts.taxes.map(({ taxRate, net, tax }) => ({
      rate: { units: BigInt(taxRate), scale: 3 },
      net: amount(net),
      tax: amount(tax),
    })),
    total: amount(amounts.total),
  }
}

const wholeQuantity = ({ quantity }: DraftLine) => wholeOf(quantity, 6, 1_000_000)
const wholePrice = ({ price }: DraftLine, currency: string) => {
  const isNegative = /^\s*[-−]/.test(price)
  const whole = wholeOf(price.replace(/^\s*[-−]/, ''), decimalsOf(currency), 1e12)
  return whole === undefined || !isNegative ? whole : -whole
}
const wholePercent = (text: string) => wholeOf(text, 3, 100)

/** The number as a whole one of that many digits; empty text is 0. */
function wholeOf(text: string, scale: number, most: number): number | undefined {
  const read = text.trim() === '' ? zero : typedDecimal(text)
  const whole = read && wholeAt(read, scale)
  return whole !== undefined && whole <= most * 10 ** scale ? whole : undefined
}

const zero: Decimal = { units: 0n, scale: 0 }

function numberOf(text: string): number {
  const isNegative = /^\s*[-−]/.test(text)
  const read = typedDecimal(text.replace(/^\s*[-−]/, ''))
  const size = Number(read ? digits(read) : 0)
  return isNegative && size !== 0 ? -size : size
}

const plain = (value: number) => digits(decimalOf(value))

const unlessZero = (value: number) => (value === 0 ? '' : plain(value))

/** Text that isn't a number stays as it was typed. */
const settled = (typed: string, write: (value: number) => string) =>
  typedDecimal(typed.replace(/^\s*[-−]/, '')) ? write(numberOf(typed)) : typed
