import { isQRReferenceValid } from 'swissqrbill/utils'

import type { MatchReason } from '#contract/invoices/bank-payments.ts'
import { type NumberPattern, writeNumber } from '#contract/invoices/number-pattern.ts'
import { fold } from '#contract/values/folding.ts'

/** A payment that arrived. Amounts are minor units. */
export interface Arrived {
  readonly currency: string
  readonly left: number
  readonly payer: string
  readonly text: string
}

/** An invoice that can be paid. */
export interface Payable {
  readonly id: number
  readonly invoice_number: string
  /** Folded. */
  readonly number: string
  readonly customer_name: string
  readonly currency: string
  /** Minor units. */
  readonly due: number
  readonly due_date: string
  /** What the customer is called: as a person, and as a business. */
  readonly names: readonly string[]
}

/** The invoices that a payment probably pays, with what each gets of it. */
export interface Suggestion {
  readonly reason: MatchReason
  readonly parts: readonly { readonly invoice: Payable; readonly amount: number }[]
}

/** Numbers are made of at most that many runs of letters and digits. */
const longestNumber = 5

/**
 * Returns everything in the text that may be the number of an invoice, folded. Payers and banks leave out or change what
 * stands between its parts, so what looks like the pattern is also written as the pattern has it.
 */
export function numbersIn(text: string, pattern: NumberPattern): string[] {
  const folded = fold(text)
  const runs = [...folded.matchAll(/[\p{L}\p{N}]+/gu)]
  const found = new Set<string>()
  for (const [index, first] of runs.entries())
    for (const last of runs.slice(index, index + longestNumber)) {
      const span = folded.slice(first.index, last.index + last[0].length)
      if (/\d/.test(span) && span.length >= 3) found.add(span)
    }
  for (const { groups } of folded.matchAll(loosely(pattern))) found.add(numberOf(pattern, groups))
  for (const [reference] of folded.matchAll(/(?<!\d)(?:\d ?){26}\d(?!\d)/g)) {
    const digits = reference.replaceAll(' ', '')
    const { groups } = digitsOf(pattern).exec(digits.slice(0, -1)) ?? {}
    if (groups && isQRReferenceValid(digits)) found.add(numberOf(pattern, groups))
  }
  return [...found]
}

const numberOf = (pattern: NumberPattern, groups: Readonly<Record<string, string>> | undefined) =>
  fold(writeNumber(pattern, Number(groups?.['year'] ?? 0), Number(groups?.['number'])))

/** The digits of a number, as the reference for a QR-IBAN has them. */
const digitsOf = (pattern: NumberPattern): RegExp =>
  new RegExp(
    `^0*?${pattern
      .map((part) => {
        if (part.kind === 'year') return '(?<year>[1-9]\\d{3})'
        return part.kind === 'number' ? '(?<number>\\d{1,9})' : part.text.replaceAll(/\D/g, '')
      })
      .join('')}$`,
  )

/** One gap between two runs, and none at an end: two gaps in a row would take the square of the time. */
function loosely(pattern: NumberPattern): RegExp {
  const runs = pattern.flatMap((part) => {
    if (part.kind === 'year') return ['(?<year>\\d{4})']
    if (part.kind === 'number') return ['(?<number>\\d{1,9})']
    return fold(part.text).match(/[a-z0-9]+/g) ?? []
  })
  // In a reference by ISO 11649, such as that of a Swiss bill, check digits stand before it.
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:rf\\d\\d)?${runs.join('[^\\p{L}\\p{N}]*')}(?!\\d)`, 'gu')
}

/**
 * Returns the invoices that the payment probably pays: those that its text names, or else the one whose amount due is what is
 * left of it. `open` has whatever may be either.
 */
export function suggestionFor(
  payment: Arrived,
  open: readonly Payable[],
  numbers: ReadonlySet<string>,
): Suggestion | undefined {
  const payable = open
    .filter(({ currency, due }) => currency === payment.currency && due > 0)
    .toSorted((a, b) => (a.due_date < b.due_date ? -1 : a.due_date > b.due_date ? 1 : a.id - b.id))
  const named = payable.filter(({ number }) => numbers.has(number))
  const isAllDue = named.reduce((sum, { due }) => sum + due, 0) === payment.left
  const [only, ...others] = named.filter(({ due }) => due === payment.left)
  if (named.length > 0 && isAllDue) return { reason: 'number_and_amount', parts: shared(named, payment.left) }
  if (only && others.length === 0) return { reason: 'number_and_amount', parts: shared([only], payment.left) }
  if (named.length > 0) return { reason: 'number', parts: shared(named, payment.left) }
  const same = payable.filter(({ due }) => due === payment.left)
  // Of a retainer the oldest one is paid first.
  const [own] = same.filter(({ names }) => names.some((name) => areAlike(name, payment.payer)))
  if (own) return { reason: 'payer_and_amount', parts: shared([own], payment.left) }
  return same.length === 1 ? { reason: 'amount', parts: shared(same, payment.left) } : undefined
}

/** Each invoice gets what is due until nothing is left. */
function shared(invoices: readonly Payable[], left: number): Suggestion['parts'] {
  let rest = left
  return invoices.flatMap((invoice) => {
    const amount = Math.min(invoice.due, rest)
    rest -= amount
    return amount > 0 ? [{ invoice, amount }] : []
  })
}

/** Whether one of the names has all words of the other, such as "HADDAD NOOR" and "Noor Haddad". */
function areAlike(one: string, other: string): boolean {
  const [few, many] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.size - b.size) as [
    Set<string>,
    Set<string>,
  ]
  return few.size > 0 && [...few].every((word) => many.has(word))
}

const wordsOf = (name: string) => new Set(fold(name).match(/[\p{L}\p{N}]{2,}/gu))
