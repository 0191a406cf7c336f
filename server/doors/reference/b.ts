import { listCustomFields } from '#contract/customers/custom-fields.ts'
import { deleteCustomers, deletedAtOnce, listCustomers, showCustomer } from '#contract/customers/customers.ts'
import { createCustomer } from '#contract/customers/writes.ts'
import { listInvoices } from '#contract/invoices/invoices.ts'
import { listServices } from '#contract/services/services.ts'

import { customerForm, customerFormText } from './customer-form.ts'
import { type Description, describe } from './description.ts'
import {
  customer,
  customerForm as customerFormExample,
  customerSummary,
  field,
  invoice,
  sampleTime,
  service,
} from './examples.ts'

const paging = { page: 'Number of the page, from 1.', limit: 'Rows per page, 1 to 100; 25 unless given.' }
const sort = 'The order; a leading `-` reverses it.'

/** Surface B. */
export const b: readonly Description[] = [
  describe({
    endpoint: listCustomers,
    id: 'listCustomers',
    group: 'Customers',
    summary: 'List customers',
    text: 'Without any parameter, returns every customer and no `meta`. With any of them, returns one page and `meta`; prefer that for accounts with many customers. Filters are combined.',
    query: {
      ...paging,
      search: 'Text in name, company, email or phone. Ignores case and accents.',
      sort,
      linked: 'Only customers linked to the payment processor, or only others.',
      permission: 'Only customers with a permission of this module.',
      archived: 'Only archived customers, or only others. Both unless given.',
      created_from: 'Created on or after this day, in the account’s time zone.',
      created_to: 'Created on or before this day, in the account’s time zone.',
      country: 'Only customers in this country, spelled as it was entered.',
      has_overdue: 'Only customers with an overdue invoice, or only others.',
      assigned_to: 'Assigned to this person of the account, by id, or to nobody: `none`.',
      field: 'The id of a custom field. Requires `field_value`.',
      field_value: 'Only customers with exactly this value of the custom field.',
      import: 'Only customers that the import with this id created or updated. Results are kept for 7 days.',
    },
    example: {
      query: { page: 1, limit: 10 },
      response: { data: [customerSummary], meta: { total: 1, page: 1, limit: 10 } },
    },
  }),
  describe({
    endpoint: createCustomer,
    id: 'createCustomer',
    group: 'Customers',
    summary: 'Create a customer',
    text: `Creates a customer, and a contact for the same person. ${customerFormText}`,
    query: { contact_id: 'A contact that becomes the customer’s, instead of a new one.' },
    form: customerForm,
    errors: {
      409: 'The same request is still in progress. `Retry-After` says when to ask again.',
      413: 'The body is too large.',
    },
    example: { body: customerFormExample, response: { data: customer } },
  }),
  describe({
    endpoint: showCustomer,
    id: 'getCustomer',
    group: 'Customers',
    summary: 'Get a customer',
    text: 'Returns a customer with notes and activity log. The `ETag` header is the customer’s version.',
    isVersioned: true,
    example: { response: { data: customer } },
  }),
  describe({
    endpoint: deleteCustomers,
    id: 'deleteCustomers',
    group: 'Customers',
    summary: 'Delete customers',
    text: `Deletes all of the customers, or none: if one of them doesn’t exist, the response is 404 and nothing is deleted. Accepts up to ${deletedAtOnce.toLocaleString('en')} ids. Their invoices remain. Deleted customers can be restored in the dashboard for 30 days.`,
    errors: { 404: 'At least one of the customers doesn’t exist. None was deleted.' },
    example: { body: { customers: [1001] } },
  }),
  describe({
    endpoint: listCustomFields,
    id: 'listCustomFields',
    group: 'Custom fields',
    summary: 'List custom fields',
    text: 'Returns every custom field of the account, in the order of the form. Use it to learn ids and types before you create a customer; ids differ between accounts.',
    example: { response: { data: [field] } },
  }),
  describe({
    endpoint: listServices,
    id: 'listServices',
    group: 'Services and products',
    summary: 'List services and products',
    text: 'Returns a page of the catalog, in the order of ids unless sorted. Filters are combined.',
    query: {
      ...paging,
      type: '`service` or `product`.',
      category: 'Exactly this category.',
      is_active: 'Only active ones, or only others.',
      search: 'Text in name or description. Ignores case and accents.',
      tags: 'Comma-separated tags; any of them matches.',
      sort,
    },
    example: {
      query: { type: 'service', is_active: true, limit: 10 },
      response: {
        data: [service],
        meta: { total: 1, page: 1, limit: 10, total_pages: 1 },
        timestamp: sampleTime,
      },
    },
  }),
  describe({
    endpoint: listInvoices,
    id: 'listInvoices',
    group: 'Invoices',
    summary: 'List invoices',
    text: 'Returns a page of invoices with their lines, newest first unless sorted. Filters are combined.',
    query: {
      ...paging,
      status: 'Only invoices with this status. `outstanding` means sent or overdue.',
      customer_id: 'Only invoices of this customer.',
      search: 'Text in number, customer name or email. Ignores case and accents.',
      due_from: 'Due on or after this day.',
      due_to: 'Due on or before this day.',
      created_from: 'Created on or after this day, in the account’s time zone.',
      created_to: 'Created on or before this day, in the account’s time zone.',
      paid_from: 'With a payment on or after this day.',
      paid_to: 'With a payment on or before this day.',
      currency: 'Three-letter currency code.',
      amount_from: 'Total of at least this, in any currency.',
      amount_to: 'Total of at most this, in any currency.',
      sort,
    },
    example: {
      query: { status: 'paid', limit: 10 },
      response: { data: [invoice], meta: { total: 1, page: 1, limit: 10 }, timestamp: sampleTime },
    },
  }),
]
