import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'
import { InvoiceDetails } from './invoices.ts'

const response = z.object({ data: InvoiceDetails })
const one = {
  surface: 'x',
  method: 'POST',
  record: 'invoices',
  ability: 'invoices.manage',
  params: idParams,
  response,
} as const

export const voidInvoice = endpoint({
  ...one,
  path: '/api/x/invoices/:id/void',
  text: 'withdraws a sent or overdue invoice without payments and credit notes, whose number stays used; 409 otherwise',
  isIdempotent: true,
})
