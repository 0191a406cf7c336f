import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'
import { InvoiceLookInput } from './invoice-look-input.ts'
import { Datetime, idParams } from './surface.ts'

/** Surface X: what invoices look like, for the account and for each customer. */

/** How many an account can have. */
export const mostInvoiceTemplates = 50

/** An invoice template as people who manage settings write it. */
export const InvoiceTemplateInput = z.extend(InvoiceLookInput, {
  name: z
    .string('name must be a text')
    .check(
      z.trim(),
      z.minLength(1, 'Enter a name'),
      z.maxLength(100, 'Use at most 100 characters'),
      z.regex(/^\P{Cc}*$/u, 'Remove hidden characters, such as line breaks'),
    ),
  /** For customers without a template of their own. Replaces the previous default. */
  is_default: z.boolean('is_default must be true or false'),
})
export type InvoiceTemplateInput = z.infer<typeof InvoiceTemplateInput>

export const InvoiceTemplate = z.extend(InvoiceTemplateInput, {
  id: z.int(),
  created_at: Datetime,
  updated_at: Datetime,
  /** Counts the changes; `If-Match` names it. */
  version: z.int(),
})
export type InvoiceTemplate = z.infer<typeof InvoiceTemplate>

const response = z.object({ data: InvoiceTemplate })
const one = { surface: 'x', record: 'invoice_templates', params: idParams, response } as const
const write = { ...one, ability: 'settings.manage' } as const

/** All of them, by name. */
export const listInvoiceTemplates = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/invoice-templates',
  response: z.object({ data: z.array(InvoiceTemplate) }),
})

/** Its `ETag` is its version. */
export const showInvoiceTemplate = endpoint({ ...one, method: 'GET', path: '/api/x/invoice-templates/:id' })

/** 422 at `color` if its contrast with white is below 4.5:1, 409 beyond 50. Takes an `Idempotency-Key`. */
export const createInvoiceTemplate = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/invoice-templates',
  ability: 'settings.manage',
  body: InvoiceTemplateInput,
  status: 201,
  response,
})

/** Replaces it; `If-Match` names its version. Sent invoices don’t change. */
export const updateInvoiceTemplate = endpoint({
  ...write,
  method: 'PUT',
  path: '/api/x/invoice-templates/:id',
  body: InvoiceTemplateInput,
})

/** Deletes it. Drafts of its customers switch to the default; sent invoices don’t change. */
export const deleteInvoiceTemplate = endpoint({
  ...write,
  method: 'DELETE',
  path: '/api/x/invoice-templates/:id',
  status: 204,
  response: z.undefined(),
})

const Chosen = z.object({ invoice_template_id: z.nullable(z.int('Choose a template')) })
const ofCustomer = {
  surface: 'x',
  path: '/api/x/customers/:id/invoice-template',
  record: 'customers',
  params: idParams,
  response: z.object({ data: Chosen }),
} as const

/** The template of a customer’s invoices; null for the default of the account. */
export const showCustomerInvoiceTemplate = endpoint({ ...ofCustomer, method: 'GET' })

/** Sets it; null for the default. The last write wins. 422 if it doesn’t exist. */
export const chooseCustomerInvoiceTemplate = endpoint({
  ...ofCustomer,
  method: 'PUT',
  ability: 'invoices.manage',
  body: Chosen,
})
