import type { Data } from 'swissqrbill/types'

import type { BilledTo } from '#contract/invoices/document-sender.ts'
import type { Figures } from '#contract/invoices/figures.ts'
import type { InvoiceLanguage, InvoiceLook } from '#contract/invoices/looks.ts'
import type { InvoiceWords } from '#contract/invoices/words.ts'
import type { Block } from '#contract/values/formatted-text.ts'

/** A Swiss QR bill, and the language that its slip is written in if the standard has its words. */
export interface PaymentSlip {
  readonly bill: Data
  readonly language: InvoiceLanguage
}

/** Content of the PDF of an invoice, credit note, statement of account, proposal or contract, as text that is ready to be read; see `invoice.typ`. */
export interface InvoiceSheet {
  /** Written across each page; empty for none. */
  readonly watermark: string
  /** The document's name in a list of files and at the foot of its pages. */
  readonly title: string
  readonly kind: string
  readonly number: string
  readonly business: string
  /** The size of the logo, in millimeters. */
  readonly logo: { readonly width: number; readonly height: number } | null
  readonly look: Pick<InvoiceLook, 'layout' | 'color' | 'logo_position'>
  /** The words that the template itself has. */
  readonly words: Pick<
    InvoiceWords,
    | 'description'
    | 'quantity'
    | 'unitPrice'
    | 'tax'
    | 'amount'
    | 'noLines'
    | 'payTo'
    | 'payByCode'
    | 'page'
    | 'of'
  > & { readonly language: InvoiceLanguage }
  /** Above the lines; empty for none. */
  readonly intro: string
  /** Its postal address and tax number, a line each; empty for none. */
  readonly address: string
  /** Year, month and day that the file says it was made; never the clock, so that the same invoice is the same file. */
  readonly date: readonly [year: number, month: number, day: number]
  /** Of the sender: Chinese characters are drawn as people write them there. */
  readonly time_zone: string
  /** The label above the customer. */
  readonly party: string
  /** The company stands above the person; it and the address may be empty. */
  readonly customer: Pick<BilledTo, 'company' | 'address'> & { readonly name: string; readonly email: string }
  /** The title of a proposal or contract; empty for none. */
  readonly subject: string
  /** Formatted text below the customer. */
  readonly sections: readonly SheetSection[]
  /** What was booked, of a statement of account alone. */
  readonly entries?: {
    readonly words: Entry
    readonly rows: readonly Entry[]
  }
  /** Whether lines and totals belong to it. */
  readonly has_figures: boolean
  /** The answer and the countersignature; empty for none. */
  readonly evidence: readonly {
    readonly title: string
    readonly facts: readonly { readonly label: string; readonly value: string }[]
  }[]
  /** Days and terms. */
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly lines: Figures['lines']
  readonly totals: readonly Amount[]
  readonly total: Amount
  readonly notes: string
  /** Below the notes; empty for none. */
  readonly closing: string
  /** Where to pay; empty for none. */
  readonly payment: string
  /** The QR code for a banking app, an SVG image; null for none. */
  readonly payment_code: string | null
  /** The Swiss QR bill at its end; null for none. */
  readonly payment_slip: PaymentSlip | null
  readonly fine: string
  /** Text below everything else; empty for none. */
  readonly footer: string
}

/** A heading, which may be empty, and blocks; `text` is what a block says without its formatting. */
export interface SheetSection {
  readonly heading: string
  readonly blocks: readonly (Block & { readonly text: string })[]
}

interface Entry {
  readonly day: string
  readonly entry: string
  readonly amount: string
  readonly balance: string
}

interface Amount {
  readonly label: string
  readonly amount: string
}
