import type { BankAccount } from '#server/records/invoices/payment-codes/bank-account.ts'

/**
 * An invoice or credit note in the terms of EN 16931 (`BT-…`, `BG-…`), as the three formats write it. Amounts are minor units
 * of the currency, quantities millionths, rates thousandths of a percent. Days are `YYYY-MM-DD`; texts are empty where nobody
 * entered any.
 */
export interface ElectronicDocument {
  readonly kind: 'invoice' | 'credit_note'
  readonly number: string
  readonly issued_on: string
  /** The day until which an invoice is to be paid. */
  readonly due_on: string | null
  readonly currency: string
  /** BG-1 */
  readonly note: string
  /** BT-10: names the buyer’s department or order, such as a Leitweg-ID. */
  readonly buyer_reference: string
  /** BG-3: the invoice that a credit note takes something off. */
  readonly credited: { readonly number: string; readonly issued_on: string } | null
  readonly seller: Party
  readonly buyer: Party
  /** BT-72 */
  readonly delivered_on: string | null
  /** BG-14 */
  readonly period: { readonly from: string; readonly to: string } | null
  /** BT-20 */
  readonly terms: string
  /** BG-16: where to pay; null where the document doesn’t say it. */
  readonly account: BankAccount | null
  readonly lines: readonly DocumentLine[]
  /** BG-23: one for each category and rate of the lines. */
  readonly taxes: readonly CategoryTax[]
  readonly total: number
  /** BT-113 */
  readonly prepaid: number
}

export interface Party {
  readonly name: string
  /** In up to three lines. */
  readonly street: string
  readonly postal_code: string
  readonly city: string
  readonly state: string
  /** ISO 3166-1, such as `DE`. */
  readonly country: string
  readonly tax_number: string
  readonly electronic_address: ElectronicAddress | null
  readonly contact: { readonly name: string; readonly phone: string; readonly email: string }
}

/** The scheme is one of the list EAS, such as `9930`, or `EM` for an email address. */
interface ElectronicAddress {
  readonly scheme: string
  readonly address: string
}

export interface DocumentLine {
  readonly description: string
  readonly quantity: number
  readonly unit_price: number
  readonly discount: number
  /** After the discount. */
  readonly total: number
  readonly category: TaxCategory
  readonly tax_rate: number
}

export interface CategoryTax {
  readonly category: TaxCategory
  readonly tax_rate: number
  readonly net: number
  readonly tax: number
  /** Why no tax is charged; empty for S and Z, which have none. */
  readonly reason: string
}

/** UNCL5305: standard rate, zero rate, exempt, reverse charge, intra-community supply, export, outside the scope of tax. */
export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const
export type TaxCategory = (typeof taxCategories)[number]

/** Codes of the list VATEX for categories that always have the same reason. */
export const reasonCodes: Readonly<Partial<Record<TaxCategory, string>>> = {
  AE: 'VATEX-EU-AE',
  K: 'VATEX-EU-IC',
  G: 'VATEX-EU-G',
  O: 'VATEX-EU-O',
}
