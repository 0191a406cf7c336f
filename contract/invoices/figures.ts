import { type Option, isCounted } from './options.ts'
import { type InvoiceWords, englishWords } from './words.ts'

/** A line of an invoice, credit note, proposal or contract; amounts and rates in the units that its writer takes. */
export interface FigureLine extends Option {
  readonly description: string
  readonly quantity: number
  readonly unit_price: number
  readonly total: number
  readonly kind?: string | undefined
  /** Without one it’s 0. */
  readonly discount?: number | undefined
  readonly tax_rate?: number | null | undefined
}

/** How a document writes its figures. */
export interface FigureWriter {
  readonly words: Pick<InvoiceWords, 'discount' | 'optional' | 'chosen' | 'notChosen' | 'net' | 'on' | 'tax'>
  readonly quantity: (quantity: number) => string
  readonly percent: (rate: number) => string
  readonly money: (amount: number) => string
  /** Writes what amounts add up to. */
  readonly sum: (amounts: readonly number[]) => string
}

/** What a document says of its lines, ready to be read: the same in its PDF, on screen and in the portal. */
export interface Figures {
  readonly lines: readonly {
    readonly description: string
    /** Its discount, and whether it’s optional; empty if neither. */
    readonly note: string
    readonly quantity: string
    readonly unit_price: string
    /** Empty where the document lists no tax, or nothing says the rate. */
    readonly tax: string
    readonly amount: string
  }[]
  /** The net and the taxes, if tax is listed separately. */
  readonly totals: readonly { readonly label: string; readonly amount: string }[]
}

/** Writes the lines, and what the taxes are on. */
export function figuresOf(
  lines: readonly FigureLine[],
  taxes: readonly FigureLine[],
  { words, quantity, percent, money, sum }: FigureWriter,
): Figures {
  const hasTax = taxes.length > 0
  const sumOf = (some: readonly FigureLine[]) => sum(some.map(({ total }) => total))
  const counted = lines.filter(isCounted)
  const showsRates = hasTax || lines.some(({ is_optional = false, tax_rate }) => is_optional && tax_rate)
  const taxed = (rate: number) => sumOf(counted.filter(({ tax_rate }) => tax_rate === rate))
  const labelOf = (tax: FigureLine) => {
    const label = taxLabel(tax, words, percent)
    // With several rates, what each is on.
    return tax.kind !== 'tax' || tax.tax_rate == null || taxes.length === 1
      ? label
      : `${label} ${words.on} ${taxed(tax.tax_rate)}`
  }
  return {
    lines: lines.map(({ discount = 0, tax_rate, ...line }) => ({
      description: line.description,
      note: [discount > 0 ? `${percent(discount)} ${words.discount}` : '', optionText(line, words)]
        .filter((text) => text !== '')
        .join(' · '),
      quantity: quantity(line.quantity),
      unit_price: money(line.unit_price),
      tax: showsRates && tax_rate != null ? percent(tax_rate) : '',
      amount: money(line.total),
    })),
    totals: [
      ...(hasTax ? [{ label: words.net, amount: sumOf(counted) }] : []),
      ...taxes.map((tax) => ({ label: labelOf(tax), amount: money(tax.total) })),
    ],
  }
}

const optionText = ({ is_optional = false, is_chosen }: FigureLine, words: FigureWriter['words']): string => {
  if (!is_optional) return ''
  return is_chosen === undefined ? words.optional : is_chosen ? words.chosen : words.notChosen
}

/** What a line of tax is called; Bureau writes its own in English. `percent` writes a rate. */
export const taxLabel = (
  { kind, description, tax_rate }: Pick<FigureLine, 'kind' | 'description' | 'tax_rate'>,
  { tax }: Pick<InvoiceWords, 'tax'>,
  percent: (rate: number) => string,
): string =>
  kind !== 'tax' || tax_rate == null || tax === englishWords.tax
    ? description.replace(/(\d) %/, '$1%')
    : `${tax} ${percent(tax_rate)}`
