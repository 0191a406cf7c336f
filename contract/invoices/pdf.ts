import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'

/**
 * The invoice as a PDF: the one that was stored when it was sent; a draft and a void invoice say so across each page.
 */
export const showInvoicePdf = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/invoices/:id/pdf',
  record: 'invoices',
  params: idParams,
  response: z.undefined(),
})
