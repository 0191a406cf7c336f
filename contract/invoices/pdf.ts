import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'

export const showInvoicePdf = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/invoices/:id/pdf',
  text: 'the PDF that was stored when the invoice was sent; a draft and a void one say so across each page',
  record: 'invoices',
  params: idParams,
  response: z.undefined(),
})
