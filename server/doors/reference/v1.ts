import * as z from 'zod/mini'

import { listContacts } from '#contract/customers/contacts.ts'
import {
  Delivery,
  Webhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  showWebhook,
  updateWebhook,
} from '#contract/webhooks/webhooks.ts'

import { type Description, describe } from './description.ts'
import { contact, delivery, webhook } from './examples.ts'

const paging = { page: 'Number of the page, from 1.', per_page: 'Rows per page, 1 to 100; 25 unless given.' }

/** A page of one row, as an example. */
const onePage = (row: object, path: string) => ({
  data: [row],
  meta: { current_page: 1, last_page: 1, per_page: 10, total: 1 },
  links: {
    first: `https://bureau.example${path}?page=1&per_page=10`,
    last: `https://bureau.example${path}?page=1&per_page=10`,
    prev: null,
    next: null,
  },
})

/** Surface V1. */
export const v1: readonly Description[] = [
  describe({
    endpoint: listContacts,
    id: 'listContacts',
    group: 'Contacts',
    summary: 'List contacts',
    text: 'Returns a page of contacts, newest first unless sorted.',
    query: {
      ...paging,
      search: 'Text in name, company, email or phone. Ignores case and accents.',
      sort: 'The order; a leading `-` reverses it.',
      linked: 'Only contacts that belong to a customer, or only others.',
      has_email: 'Only contacts with an email address, or only others.',
      has_phone: 'Only contacts with a phone number, or only others.',
      customer_id: 'Only contacts of this customer.',
    },
    example: { query: { per_page: 10 }, response: onePage(contact, '/api/v1/contacts') },
  }),
  describe({
    endpoint: listWebhooks,
    id: 'listWebhooks',
    group: 'Webhooks',
    summary: 'List webhooks',
    text: 'Returns a page of the account’s webhooks, newest first, without their signing secrets.',
    query: paging,
    example: { query: { per_page: 10 }, response: onePage(webhook, '/api/v1/webhooks') },
  }),
  describe({
    endpoint: createWebhook,
    id: 'createWebhook',
    group: 'Webhooks',
    summary: 'Create a webhook',
    text: 'Adds an endpoint for events. The response contains the signing secret, which is never returned again: store it where your receiver can read it. An account can have up to 100 webhooks.',
    example: {
      body: { url: webhook.url, events: webhook.events },
      response: { data: webhook, secret: 'whsec_EXAMPLE+EXAMPLE+EXAMPLE+EXAMPLE+EXAMPLE+EXA=' },
    },
  }),
  describe({
    endpoint: showWebhook,
    id: 'getWebhook',
    group: 'Webhooks',
    summary: 'Get a webhook',
    text: 'Returns a webhook and up to ten of its most recent deliveries, newest first.',
    sends: z.object({ data: Webhook, deliveries: z.array(Delivery) }),
    example: { response: { data: webhook, deliveries: [delivery] } },
  }),
  describe({
    endpoint: updateWebhook,
    id: 'updateWebhook',
    group: 'Webhooks',
    summary: 'Update a webhook',
    text: 'Changes the fields you send and keeps the others. While a webhook is paused, new events aren’t queued for it; what was queued before is delivered once it’s active. Unknown fields are ignored, so you can send back what you read.',
    example: { body: { status: 'paused' }, response: { data: { ...webhook, status: 'paused' } } },
  }),
  describe({
    endpoint: deleteWebhook,
    id: 'deleteWebhook',
    group: 'Webhooks',
    summary: 'Delete a webhook',
    text: 'Deletes a webhook with its deliveries and its secret. Queued deliveries aren’t sent.',
    example: {},
  }),
]
