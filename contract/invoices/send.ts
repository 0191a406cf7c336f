import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'
import { EmailInput } from './emails.ts'
import { InvoiceDetails } from './invoices.ts'

/**
 * Sends a draft: it gets a number and becomes immutable. `If-Match` names the version that was read. With an `email`, that is
 * queued; otherwise nothing is emailed. 409 unless it’s a draft, 422 if it’s incomplete.
 */
export const sendInvoice = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/invoices/:id/send',
  record: 'invoices',
  ability: 'invoices.manage',
  params: idParams,
  body: z.object({ email: z.optional(z.nullable(EmailInput)) }),
  response: z.object({ data: InvoiceDetails }),
})
