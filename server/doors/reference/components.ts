import * as z from 'zod/mini'

import { Contact } from '#contract/customers/contacts.ts'
import {
  CustomField,
  CustomFieldConfig,
  CustomFieldValue,
  FileConfig,
  StoredFile,
} from '#contract/customers/custom-fields.ts'
import {
  Activity,
  BusinessInformation,
  Customer,
  CustomerRow,
  Note,
  businessKeys,
} from '#contract/customers/customers.ts'
import { Invoice, LineItem } from '#contract/invoices/invoices.ts'
import { Service } from '#contract/services/services.ts'
import { Condition, WebhookConfig } from '#contract/webhooks/config.ts'
import { Delivery, Webhook, WebhookCreate, WebhookUpdate, longestUrl } from '#contract/webhooks/webhooks.ts'
import { LinksV1, MetaB, MetaV1 } from '#contract/wire/surface.ts'

import type { Component, FieldTexts, JsonSchema, Texts } from './json-schema.ts'

/** The objects of Surfaces V1 and B: what their fields are, and what this service sends of them. */

type AnyObject = z.ZodMiniObject

/** The schema without what is optional: the dashboard also reads services that leave fields out, this one never does. */
function complete<Shape extends z.core.$ZodShape>(schema: z.ZodMiniObject<Shape>): AnyObject {
  const fields = Object.entries(schema.shape as unknown as Record<string, z.ZodMiniType>).map(
    ([name, field]) => [name, field instanceof z.ZodMiniOptional ? field.def.innerType : field],
  )
  return z.object(Object.fromEntries(fields) as Record<string, z.ZodMiniType>)
}

const texts = new Map<z.ZodMiniType, Readonly<Record<string, string | JsonSchema>>>()

function component<S extends AnyObject>(
  name: string,
  schema: S,
  description: string,
  fields: Partial<FieldTexts<S['shape']>>,
  sends: AnyObject = complete(schema),
): Component {
  texts.set(sends, fields as Record<string, string>)
  return { name, schema, sends, description }
}

/** Texts of a schema that is only the body or the query of a request. */
function describe<S extends AnyObject>(schema: S, fields: FieldTexts<S['shape']>): S {
  texts.set(schema, fields)
  return schema
}

const datetime = (description: string): JsonSchema => ({ description, format: 'date-time' })
const createdAt = datetime('When it was created.')
const updatedAt = datetime('When it was last changed.')
const text = z.string()

/** The fields an event of a record and an entry of its log have in common. */
const entryTexts = {
  id: 'Identifies the entry.',
  description: 'What happened, in words.',
  event: 'What kind of entry it is.',
  subject_id: 'The record the entry is about.',
  subject_type: 'What kind of record that is.',
  subject_title: 'The name of that record at the time.',
  caused_by: 'Who did it: the name of a person or of a credential.',
  created_at: datetime('When it happened.'),
}

const customerTexts = {
  id: 'Identifies the customer.',
  name: 'First name.',
  last_name: 'Last name.',
  phone: 'Phone number, as it was entered.',
  email: 'Email address.',
  profile_photo_path: { description: 'URL of the photo; null without one.', format: 'uri' },
  stripe_customer_flag: 'Whether the customer is linked to the external payment processor.',
  business_information: 'The customer’s company.',
  custom_fields: 'Every custom field of the account, with this customer’s values.',
  permissions:
    'Permission ids and names, such as `{"4": "view-invoice"}`. An empty array when the customer has none.',
}

const webhookUrl = {
  description: 'Where events are delivered. Must begin with `https://`.',
  format: 'uri',
  pattern: '^https://',
  maxLength: longestUrl,
}

const lineItem = z.pick(LineItem, {
  id: true,
  description: true,
  quantity: true,
  unit_price: true,
  total: true,
})
const customerFlag = { stripe_customer_flag: z.boolean() }

/** Schemas that several endpoints return or take, by name. */
export const components: readonly Component[] = [
  component(
    'Contact',
    Contact,
    'A person. Creating a customer also creates a contact for that person.',
    {
      id: 'Identifies the contact.',
      customer_id: 'The customer it belongs to; null for none.',
      name: 'First name.',
      last_name: 'Last name; empty if unknown.',
      email: 'Email address; empty if unknown.',
      phone: 'Phone number, as it was entered; empty if unknown.',
      company_name: 'Company; null if unknown.',
      created_at: createdAt,
      updated_at: updatedAt,
    },
    z.extend(complete(Contact), {
      name: text,
      last_name: text,
      email: text,
      phone: text,
      created_at: text,
      updated_at: text,
    }),
  ),
  component(
    'Webhook',
    Webhook,
    'An endpoint that receives events. Its signing secret is shown only when it’s created.',
    {
      id: 'Identifies the webhook.',
      url: webhookUrl,
      events: 'The events that are delivered.',
      config: 'Advanced settings; null when unset.',
      status:
        '`active` or `paused`; the service sets `disabled` after five days of failures, or when the endpoint responds with 410. Set it to `active` to resume.',
      failure_count: 'Failed attempts since the last successful one.',
      last_delivery_at: datetime('When the last attempt ended; null before the first.'),
      disabled_at: datetime('When the service disabled it; otherwise null.'),
      created_at: createdAt,
      updated_at: updatedAt,
    },
    z.extend(complete(Webhook), { config: z.nullable(WebhookConfig) }),
  ),
  component(
    'WebhookConfig',
    WebhookConfig,
    'Advanced settings of a webhook. Unknown keys are rejected.',
    {
      method: 'The HTTP method of deliveries; `POST` unless set.',
      headers:
        'Up to 20 headers that are sent with each delivery. Values of headers that look like credentials are stored encrypted and returned as `********`; sending that back keeps the stored value.',
      payload_format:
        '`json` sends the payload as the body, `form` as the form field `payload`. The signature covers the body as it is sent. `json` unless set.',
      conditions: 'Only events that meet all of these conditions are delivered.',
      timeout: 'Seconds that an attempt may take; 15 unless set.',
      max_retries: 'How often a failed delivery is retried at most.',
    },
    WebhookConfig,
  ),
  component(
    'Condition',
    Condition,
    'Compares a value of the payload.',
    {
      field: 'A dotted path into the payload, such as `data.email`.',
      operator: 'How the values are compared.',
      value: 'Compared as numbers if both sides are numeric, otherwise as text. Omitted for `exists`.',
    },
    Condition,
  ),
  component(
    'Delivery',
    Delivery,
    'One event on its way to one webhook.',
    {
      id: 'Identifies the delivery.',
      event: 'The event’s type.',
      event_id: 'The `webhook-id` header of every attempt. Use it to ignore repeats.',
      status: '`pending`, `delivered`, `failed` or `discarded`.',
      attempts: 'How often it was sent.',
      response_status: 'HTTP status of the last response; null without one.',
      response_body: 'The first 4 KiB of the last response, as text; null without one.',
      error: 'Why the last attempt failed without a response; otherwise null.',
      duration_ms: 'How long the last attempt took, in milliseconds.',
      next_attempt_at: datetime('When it will be sent next; null if it won’t.'),
      created_at: createdAt,
      delivered_at: datetime('When an attempt succeeded; null before that.'),
    },
    z.extend(complete(Delivery), { next_attempt_at: z.nullable(text), delivered_at: z.nullable(text) }),
  ),
  component(
    'CustomerSummary',
    CustomerRow,
    'A customer as lists return it: without notes and activity log.',
    customerTexts,
    z.extend(complete(CustomerRow), customerFlag),
  ),
  component(
    'Customer',
    Customer,
    'A customer in full.',
    {
      ...customerTexts,
      notes: 'Newest first. Empty on creation.',
      activity_log: 'What happened to the customer, newest first. Empty on creation.',
    },
    z.extend(complete(Customer), customerFlag),
  ),
  component(
    'BusinessInformation',
    BusinessInformation,
    'A customer’s company. Unknown values are null.',
    Object.fromEntries(businessKeys.map((key) => [key, sentence(key)])),
  ),
  component('Note', Note, 'A note about a customer.', { ...entryTexts, note: 'The text of the note.' }),
  component('ActivityEntry', Activity, 'Something that happened to a customer.', entryTexts),
  component('CustomField', CustomField, 'A custom field with one customer’s values.', {
    id: 'Identifies the field: N in `custom_fields[N][value]`.',
    user_id: 'The account user who created the field.',
    location: 'Where the field is shown.',
    type: '1 is text, 5 a select, 7 a text area and 9 a file upload.',
    name: 'Name that people see.',
    key: 'Key of the field.',
    description: 'Help text; null without one.',
    placeholder: 'Shown in the empty input; null without one.',
    fields: 'Options of a select, and rules of a file upload.',
    group: 'The group the field is shown in.',
    created_at: createdAt,
    updated_at: updatedAt,
    custom_field_values: 'This customer’s values; empty if none was entered.',
  }),
  component('CustomFieldValue', CustomFieldValue, 'A customer’s value of a custom field.', {
    id: 'Identifies the value.',
    owner_id: 'The owner of the field.',
    user_id: 'The customer.',
    custom_field_id: 'The custom field.',
    value: 'Text, or a list of files for a file upload.',
    created_at: createdAt,
    updated_at: updatedAt,
  }),
  component('StoredFile', StoredFile, 'An uploaded file.', {
    name: 'Its name.',
    path: { description: 'Its URL. Anyone who knows it can read the file.', format: 'uri' },
  }),
  component(
    'CustomFieldDefinition',
    CustomFieldConfig,
    'A custom field of the account: what it’s called and what it accepts.',
    {
      id: 'Identifies the field: N in `custom_fields[N][value]`.',
      type: '1 is text, 5 a select, 7 a text area and 9 a file upload.',
      name: 'Name that people see.',
      key: 'Key of the field.',
      required: 'Whether a new customer needs a value.',
      fields: 'Options of a select, and rules of a file upload.',
    },
    z.pick(complete(CustomFieldConfig), {
      id: true,
      type: true,
      name: true,
      key: true,
      required: true,
      fields: true,
    }),
  ),
  component('FileConfig', FileConfig, 'Rules of a file upload.', {
    acceptFile: 'Names of the accepted formats, such as `pdf`.',
    allowMultiple: 'Whether more than one file is accepted.',
    maxFiles: 'The most files.',
  }),
  component(
    'Service',
    Service,
    'A service or product of the catalog.',
    {
      id: 'Identifies the service or product.',
      name: 'Its name.',
      description: 'What it is; may be empty.',
      type: '`service` or `product`.',
      category: 'Its category; may be empty.',
      price: 'Base price, as a decimal of `currency`.',
      currency: 'Three-letter currency code.',
      billing_type: '`hourly`, `fixed` (one-time) or `recurring` (subscription or retainer).',
      is_active: 'Whether it’s offered.',
      tax_rate: 'Tax in percent.',
      unit: 'What the price is for, such as `hours` or `project`.',
      created_at: createdAt,
      updated_at: updatedAt,
      custom_fields: 'Additional values; may be empty.',
      tags: 'Its tags; may be empty.',
    },
    Service,
  ),
  component(
    'Invoice',
    Invoice,
    'An invoice with its lines. Amounts are decimals of its currency.',
    {
      id: 'Identifies the invoice.',
      invoice_number: 'The number people read. A draft has a placeholder until it’s sent.',
      customer_id: 'The customer. An invoice remains when its customer is deleted.',
      customer_name: 'The customer’s name on the invoice.',
      customer_email: 'The customer’s email address on the invoice.',
      status:
        '`draft`, `sent`, `paid` or `overdue`. Accounts that void invoices or issue credit notes in the dashboard also see `void` and `credited`.',
      total_amount: 'The total, with tax.',
      currency: 'Three-letter currency code.',
      due_date: { description: 'The day it’s due.', format: 'date' },
      created_at: createdAt,
      updated_at: updatedAt,
      line_items: 'Its lines; taxes are lines of their own.',
    },
    z.pick(Invoice, {
      id: true,
      invoice_number: true,
      customer_id: true,
      customer_name: true,
      customer_email: true,
      status: true,
      total_amount: true,
      currency: true,
      due_date: true,
      created_at: true,
      updated_at: true,
      line_items: true,
    }),
  ),
  component(
    'LineItem',
    LineItem,
    'A line of an invoice.',
    {
      id: 'Identifies the line.',
      description: 'What is billed.',
      quantity: 'How many.',
      unit_price: 'Price of one.',
      total: 'The line’s total.',
    },
    lineItem,
  ),
  component('PageMeta', MetaV1, 'Where a page of Surface V1 is in its list.', {
    current_page: 'Number of this page.',
    last_page: 'Number of the last page; at least 1.',
    per_page: 'Most rows of a page.',
    total: 'Rows on all pages.',
  }),
  component('PageLinks', LinksV1, 'Absolute URLs of other pages, with the same filters.', {
    first: { description: 'The first page.', format: 'uri' },
    last: { description: 'The last page.', format: 'uri' },
    prev: { description: 'The previous page; null on the first.', format: 'uri' },
    next: { description: 'The next page; null on the last.', format: 'uri' },
  }),
  component('ListMeta', MetaB, 'Where a page of Surface B is in its list.', {
    total: 'Rows on all pages.',
    page: 'Number of this page.',
    limit: 'Most rows of a page.',
  }),
]

describe(WebhookCreate, {
  url: webhookUrl,
  events: 'Names of events, such as `contact.created`. Names that this version doesn’t send are accepted.',
  config: 'Advanced settings.',
})
describe(WebhookUpdate, {
  url: webhookUrl,
  events: 'Replaces the list of events.',
  status: '`paused` stops deliveries, `active` resumes them.',
  config: 'Replaces all advanced settings; null clears them.',
})

/** Descriptions of the fields of all these objects. */
export const componentTexts: Texts = texts

/** `company_name` as words: `Company name.` */
function sentence(key: string): string {
  const words = key.replaceAll('_', ' ').replace('zip code', 'ZIP or postal code')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}
