import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { resource, wholeList } from '../wire/resource.ts'
import { Datetime, idParams } from '../wire/surface.ts'
import { InvoiceLookInput } from './look-input.ts'
import { DocumentLook } from './looks.ts'

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

/** What invoices look like. */
export const invoiceTemplates = resource('invoice_templates', {
  path: '/api/x/invoice-templates',
  subject: 'invoice_template',
  manage: 'settings.manage',
  input: InvoiceTemplateInput,
  full: InvoiceTemplate,
  list: wholeList(InvoiceTemplate),
  texts: {
    list: 'all invoice templates, by name',
    create:
      'creates one, 409 beyond 50: `name`, `is_default`, `layout` (`classic`, `modern`, `compact`), `color` (`#rrggbb` in lower case, 422 if its contrast with white is below 4.5:1), `logo_position` (`left`, `center`, `right`), `language` (`en`, `de`, `fr`, `es`, `nl`), `intro` above the line items and `closing` below the total',
    update: 'replaces it; sent invoices don’t change',
    remove: 'deletes it, its customers get the default, and sent invoices don’t change',
  },
  most: 50,
  // Open drafts are shown with their template.
  live: ['templates', 'invoices'],
  history: {
    title: 'name',
    fields: ['name', 'is_default', 'layout', 'color', 'logo_position', 'language', 'intro', 'closing'],
    audited: 'settings',
  },
  example: {
    name: 'Deep blue',
    is_default: true,
    layout: 'modern',
    color: '#1e3a8a',
    logo_position: 'right',
    language: 'de',
    intro: '',
    closing: 'Vielen Dank für Ihren Auftrag.',
  },
})

const Chosen = z.object({ invoice_template_id: z.nullable(z.int('Choose a template')) })
/** With what documents that are sent to the customer now look like. */
const CustomerLook = z.extend(Chosen, { look: DocumentLook })
const ofCustomer = {
  surface: 'x',
  path: '/api/x/customers/:id/invoice-template',
  record: 'customers',
  params: idParams,
  response: z.object({ data: CustomerLook }),
} as const

export const showCustomerInvoiceTemplate = endpoint({
  ...ofCustomer,
  method: 'GET',
  text: 'the template that the customer’s invoices use: `invoice_template_id`, null for the default, and with it, with their language and where you are, the `look` of what is sent to them now',
})

export const chooseCustomerInvoiceTemplate = endpoint({
  ...ofCustomer,
  method: 'PUT',
  text: 'sets it: `{"invoice_template_id"}`, null for the default; 422 if it doesn’t exist; the last write wins',
  ability: 'invoices.manage',
  body: Chosen,
})
