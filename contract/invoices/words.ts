/** The words of an invoice. */
export interface InvoiceWords {
  readonly invoice: string
  readonly billedTo: string
  readonly issued: string
  readonly due: string
  readonly terms: string
  readonly onReceipt: string
  readonly day: string
  readonly days: string
  readonly description: string
  readonly quantity: string
  readonly unitPrice: string
  readonly tax: string
  /** Between a tax and what it is calculated on. */
  readonly on: string
  readonly amount: string
  readonly discount: string
  /** Of a line that the customer may leave out, and what became of it. */
  readonly optional: string
  readonly chosen: string
  readonly notChosen: string
  readonly net: string
  readonly total: string
  /** Where tax is listed above it. */
  readonly totalWithTax: string
  readonly payTo: string
  readonly payOnline: string
  /** Above a QR code that fills in the transfer. */
  readonly payByCode: string
  /** Of whatever kind: many senders have a VAT number, others another tax number. */
  readonly taxNumber: string
  /** The name that the customer gave it, such as a purchase order. */
  readonly reference: string
  readonly delivered: string
  /** Why no tax is charged. */
  readonly exempt: string
  readonly reverseCharge: string
  readonly intraCommunity: string
  readonly exported: string
  readonly outsideScope: string
  readonly noLines: string
  readonly page: string
  readonly of: string
  readonly draft: string
  readonly void: string
  /** Of a credit note. */
  readonly creditNote: string
  /** With `{note}` and `{number}`. */
  readonly creditTitle: string
  readonly creditedTo: string
  readonly forInvoice: string
  readonly invoiceDate: string
  readonly totalCredit: string
  readonly reason: string
  /** With `{amount}` and `{number}`. */
  readonly takesOff: string
}

export const englishWords: InvoiceWords = {
  invoice: 'Invoice',
  billedTo: 'Billed to',
  issued: 'Issued',
  due: 'Due',
  terms: 'Terms',
  onReceipt: 'On receipt',
  day: 'day',
  days: 'days',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  tax: 'Tax',
  on: 'on',
  amount: 'Amount',
  discount: 'discount',
  optional: 'Optional',
  chosen: 'Optional, chosen',
  notChosen: 'Optional, not chosen',
  net: 'Net',
  total: 'Total',
  totalWithTax: 'Total',
  payTo: 'Pay to',
  payOnline: 'Pay online',
  payByCode: 'Scan to pay with your banking app',
  taxNumber: 'Tax number',
  reference: 'Your reference',
  delivered: 'Delivered',
  exempt: 'Exempt from tax.',
  reverseCharge: 'Reverse charge: the customer owes the tax.',
  intraCommunity: 'Tax-free intra-Community supply.',
  exported: 'Tax-free export.',
  outsideScope: 'Outside the scope of tax.',
  noLines: 'No line items.',
  page: 'Page',
  of: 'of',
  draft: 'Draft',
  void: 'Void',
  creditNote: 'Credit note',
  creditTitle: 'Credit note {note} for invoice {number}',
  creditedTo: 'Credited to',
  forInvoice: 'For invoice',
  invoiceDate: 'Invoice date',
  totalCredit: 'Total credit',
  reason: 'Reason',
  takesOff: 'This credit note takes {amount} off invoice {number}.',
}
