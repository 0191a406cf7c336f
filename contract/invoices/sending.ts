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

/** Withdraws a sent or overdue invoice that has no payments; its number stays used. 409 otherwise. */
export const voidInvoice = endpoint({ ...one, path: '/api/x/invoices/:id/void' })
