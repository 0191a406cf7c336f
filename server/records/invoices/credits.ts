import { sql } from 'kysely'

import type { Tenant } from '#server/platform/access/tenant.ts'

/** Amounts and quantities that credit notes take off an invoice, in minor units and millionths. */
export interface CreditsOfInvoice {
  readonly notes: readonly {
    readonly id: number
    readonly credit_number: string
    readonly reason: string
    readonly total_amount: number
    readonly created_at: string
    readonly issued_on: string
    readonly issued_by: string
  }[]
  /** By the id of the invoice’s line. */
  readonly lines: ReadonlyMap<number, { readonly quantity: number; readonly total: number }>
}

export const noCredits: CreditsOfInvoice = { notes: [], lines: new Map() }

/** Reads the credit notes of an invoice, in the order of their numbers. */
export async function readCredits(tenant: Tenant, invoiceId: number): Promise<CreditsOfInvoice> {
  const notes = await tenant
    .select('credit_notes')
    .select(['id', 'credit_number', 'reason', 'total_amount', 'created_at', 'issued_on', 'issued_by'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
  const lines = await tenant
    .select('credit_note_lines')
    .select('invoice_line_id')
    // As doubles these are exact to 2^53.
    .select(sql<number>`sum(cast(quantity as double precision))`.as('quantity'))
    .select(sql<number>`sum(cast(total as double precision))`.as('total'))
    .where(
      'credit_note_id',
      'in',
      notes.map(({ id }) => id),
    )
    .groupBy('invoice_line_id')
    .execute()
  return { notes, lines: new Map(lines.map((line) => [line.invoice_line_id, line])) }
}
