import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'
import { EmailInput } from './emails.ts'
import { InvoiceDetails } from './invoices.ts'

export const sendInvoice = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/invoices/:id/send',
  text: 'gives a draft its number and makes it immutable; with an `email` (`{"to", "subject", "message"}`, in which `{number}` stands for the number) it’s emailed with its PDF, otherwise nothing is; 409 unless it’s a draft, 422 if it’s incomplete',
  needsVersion: true,
  isIdempotent: true,
  record: 'invoices',
  ability: 'invoices.manage',
  params: idParams,
  body: z.object({ email: z.optional(z.nullable(EmailInput)) }),
  response: z.object({ data: InvoiceDetails }),
})
