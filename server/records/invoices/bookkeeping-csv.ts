import type { FastifyInstance } from 'fastify'

import {
  creditNoteCsv,
  csvCells,
  csvTime,
  exportCreditNotes,
  exportPayments,
  exportTaxes,
  paymentCsv,
  taxCsv,
} from '#contract/exports.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { auditExport } from '#server/platform/audit/record.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import { sendCsv } from '#server/platform/http/csv.ts'
import { mount } from '#server/platform/http/mount.ts'
import { decimalText, toPercent } from '#server/platform/lib/money.ts'
import { mapWindows, rowWindows } from '#server/platform/lists/row-windows.ts'

import { splitStored, totalOf } from './stored-lines.ts'

/** Mounts the CSV files for the books of a period. */
export function bookkeepingCsv(app: FastifyInstance, context: Context): void {
  mount(app, context, exportTaxes, async ({ tenant, query, reply }) => {
    await auditExport(tenant, 'export.taxes', query)
    async function* rows() {
      yield* mapWindows(oldestFirst(tenant, 'invoices'), (window) => readInvoiceTaxes(tenant, query, window))
      yield* mapWindows(oldestFirst(tenant, 'credit_notes'), (window) =>
        readCreditTaxes(tenant, query, window),
      )
    }
    return sendCsv(reply, 'invoice-taxes', taxCsv, rows())
  })

  mount(app, context, exportPayments, async ({ tenant, query, reply }) => {
    await auditExport(tenant, 'export.payments', query)
    const read = (window: readonly number[]) => readPayments(tenant, query, window)
    return sendCsv(reply, 'payments', paymentCsv, mapWindows(oldestFirst(tenant, 'invoice_payments'), read))
  })

  mount(app, context, exportCreditNotes, async ({ tenant, query, reply }) => {
    await auditExport(tenant, 'export.credit_notes', query)
    const read = (window: readonly number[]) => readCreditNotes(tenant, query, window)
    return sendCsv(
      reply,
      'credit-notes',
      creditNoteCsv,
      mapWindows(oldestFirst(tenant, 'credit_notes'), read),
    )
  })
}

/** Days, YYYY-MM-DD, both included. */
interface Period {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The ids of all of them, in windows. */
export const oldestFirst = (tenant: Tenant, table: 'invoices' | 'invoice_payments' | 'credit_notes') =>
  rowWindows(tenant, { table, column: 'id', direction: 'asc' })

async function readInvoiceTaxes(tenant: Tenant, { from, to }: Period, window: readonly number[]) {
  const inWindow = isIn(tenant.dialect, 'invoices.id', JSON.stringify(window))
  const issued = await tenant
    .select('invoices')
    .select(['id', 'invoice_number', 'customer_id', 'customer_name', 'currency', 'total_amount', 'issued_on'])
    .where(inWindow)
    // Neither is a supply.
    .where('status', 'not in', ['draft', 'void'])
    .$if(from !== undefined, (query) => query.where('issued_on', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('issued_on', '<=', to ?? ''))
    .orderBy('id')
    .execute()
  if (issued.length === 0) return []
  const lines = await tenant
    .select('invoice_line_items')
    .select(['invoice_id', 'description', 'total', 'kind', 'tax_rate'])
    .where(isIn(tenant.dialect, 'invoice_line_items.invoice_id', JSON.stringify(issued.map(({ id }) => id))))
    .orderBy('id')
    .execute()
  const byInvoice = Map.groupBy(lines, ({ invoice_id }) => invoice_id)
  return issued.flatMap((invoice) =>
    taxRows(byInvoice.get(invoice.id) ?? [], 1, {
      ...invoice,
      document: 'invoice',
      number: invoice.invoice_number,
    }),
  )
}

async function readCreditTaxes(tenant: Tenant, period: Period, window: readonly number[]) {
  const issued = await matchingCredits(tenant, period, window).execute()
  if (issued.length === 0) return []
  const lines = await tenant
    .select('credit_note_lines')
    .select(['credit_note_id', 'description', 'total', 'kind', 'tax_rate'])
    .where(
      isIn(tenant.dialect, 'credit_note_lines.credit_note_id', JSON.stringify(issued.map(({ id }) => id))),
    )
    .orderBy('id')
    .execute()
  const byNote = Map.groupBy(lines, ({ credit_note_id }) => credit_note_id)
  return issued.flatMap((note) =>
    taxRows(byNote.get(note.id) ?? [], -1, { ...note, document: 'credit_note', number: note.credit_number }),
  )
}

interface TaxedDocument {
  readonly document: 'invoice' | 'credit_note'
  readonly number: string
  readonly issued_on: string | null
  readonly invoice_number: string
  readonly customer_id: number
  readonly customer_name: string
  readonly currency: string
  readonly total_amount: number
}

interface TaxedLine {
  readonly description: string
  readonly total: number
  readonly kind: 'item' | 'tax'
  /** Thousandths of a percent. */
  readonly tax_rate: number | null
}

/** A row for each rate. What tax a line has that wasn’t written here isn’t known: such taxes share the row without a rate. */
function taxRows(all: readonly TaxedLine[], sign: 1 | -1, document: TaxedDocument): string[][] {
  const { lines, taxes } = splitStored(all, document.total_amount)
  const rates = new Set([...lines, ...taxes].map(({ tax_rate }) => tax_rate))
  const text = (minor: number) => decimalText(minor, document.currency)
  return [...rates]
    .toSorted((left, right) => (left ?? -1) - (right ?? -1))
    .map((rate) => {
      const isOfRate = ({ tax_rate }: TaxedLine) => tax_rate === rate
      const net = sign * totalOf(lines.filter(isOfRate))
      const tax = sign * totalOf(taxes.filter(isOfRate))
      return csvCells(taxCsv, {
        ...document,
        tax_rate: rate === null ? null : toPercent(rate),
        net_amount: text(net),
        tax_amount: text(tax),
        total_amount: text(net + tax),
      })
    })
}

async function readPayments(tenant: Tenant, { from, to }: Period, window: readonly number[]) {
  const rows = await tenant
    .select('invoice_payments')
    .innerJoin('invoices', 'invoices.id', 'invoice_payments.invoice_id')
    .select([
      'invoice_payments.id',
      'kind',
      'paid_on',
      'amount',
      'method',
      'invoice_payments.reference',
      'recorded_by',
    ])
    .select(['invoice_id', 'invoice_number', 'customer_id', 'customer_name'])
    .select(['invoice_payments.currency', 'invoice_payments.created_at'])
    .where(isIn(tenant.dialect, 'invoice_payments.id', JSON.stringify(window)))
    .$if(from !== undefined, (query) => query.where('paid_on', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('paid_on', '<=', to ?? ''))
    .orderBy('invoice_payments.id')
    .execute()
  return rows.map((row) =>
    csvCells(paymentCsv, {
      ...row,
      amount: decimalText(row.amount, row.currency),
      created_at: csvTime(row.created_at),
    }),
  )
}

async function readCreditNotes(tenant: Tenant, period: Period, window: readonly number[]) {
  const rows = await matchingCredits(tenant, period, window).execute()
  return rows.map((row) =>
    csvCells(creditNoteCsv, {
      ...row,
      total_amount: decimalText(row.total_amount, row.currency),
      created_at: csvTime(row.created_at),
    }),
  )
}

/** Those credit notes of a window of ids that were issued in the period. */
export const matchingCredits = (tenant: Tenant, { from, to }: Period, window: readonly number[]) =>
  tenant
    .select('credit_notes')
    .innerJoin('invoices', 'invoices.id', 'credit_notes.invoice_id')
    .select(['credit_notes.id', 'credit_number', 'reason', 'issued_by', 'credit_notes.total_amount'])
    .select(['credit_notes.issued_on', 'credit_notes.created_at'])
    .select(['invoice_id', 'invoice_number', 'customer_id', 'customer_name', 'currency'])
    .where(isIn(tenant.dialect, 'credit_notes.id', JSON.stringify(window)))
    .$if(from !== undefined, (query) => query.where('credit_notes.issued_on', '>=', from ?? ''))
    .$if(to !== undefined, (query) => query.where('credit_notes.issued_on', '<=', to ?? ''))
    .orderBy('credit_notes.id')
