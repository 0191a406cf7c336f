import { expect, test } from 'vitest'

import type { Webhook } from '#contract/webhooks/webhooks.ts'

import { testWebhook } from './test-webhook.ts'
import {
  type ConditionRow,
  bodyOf,
  emptyWebhook,
  formOf,
  fieldPathOf,
  updateOf,
  webhookProblems,
} from './webhook-form.ts'

const webhook: Webhook = {
  ...testWebhook,
  config: {
    method: 'PUT',
    headers: { 'X-Team': 'blue', 'x.dotted': '1' },
    payload_format: 'form',
    conditions: [
      { field: 'data.vip', operator: 'equals', value: true },
      { field: 'data.email', operator: 'exists' },
    ],
    timeout: 5,
    max_retries: 0,
  },
}

test('an endpoint survives the round trip through the form', () => {
  const { url, events, config } = webhook
  expect(bodyOf(formOf(webhook))).toEqual({ url, events, config })
})

test('settings left at their default are not sent', () => {
  expect(bodyOf({ ...emptyWebhook(), url: ' https://a.example ', events: ['a.b'] })).toEqual({
    url: 'https://a.example',
    events: ['a.b'],
    config: null,
  })
})

test('settings only another service knows are preserved', () => {
  const config = { timeout: 5, region: 'eu', method: 'TRACE' }
  expect(bodyOf(formOf({ ...webhook, config })).config).toEqual(config)
  expect(webhookProblems(formOf({ ...webhook, config }))).toEqual({})
})

test('only changes are sent', () => {
  const before = formOf(webhook)
  expect(updateOf(before, formOf(webhook))).toEqual({})
  expect(updateOf(before, { ...before, url: 'https://b.example' })).toEqual({ url: 'https://b.example' })
  expect(updateOf(before, { ...emptyWebhook(), url: before.url, events: before.events })).toEqual({
    config: null,
  })
})

test('a numeric limit is sent as a number', () => {
  const conditions = [{ field: 'data.total', operator: 'greater_than' as const, value: '100' }]
  const { config } = bodyOf({ ...emptyWebhook(), conditions })
  expect(config).toEqual({ conditions: [{ field: 'data.total', operator: 'greater_than', value: 100 }] })
})

test('every invalid input has its own message', () => {
  const form = {
    ...emptyWebhook(),
    url: 'http://a.example',
    headers: [
      { name: 'Host', value: 'x' },
      { name: 'X-A', value: 'é' },
      { name: 'x-a', value: '1' },
      { name: '', value: 'lost' },
    ],
    conditions: [{ field: 'no field', operator: 'equals' as const, value: '' }],
    timeout: '' as const,
    maxRetries: 12,
  }
  expect(webhookProblems(form)).toEqual({
    url: 'The URL must start with https://',
    events: 'Choose at least one event',
    'headers.0.name': 'This header is reserved',
    'headers.1.value': 'A header value may contain only printable ASCII characters',
    'headers.2.name': 'This header already exists',
    'headers.3.name': expect.stringContaining('header') as string,
    'conditions.0.field': 'Enter a field, such as data.email',
    'conditions.0.value': 'Enter a value',
    timeout: 'Enter a whole number from 1 to 30',
    maxRetries: 'Enter a whole number from 0 to 9',
  })
})

test('a name is sent only if there is one, and cleared when emptied', () => {
  const named = { ...formOf(webhook), name: ' Ledger ' }
  expect(bodyOf(named)).toMatchObject({ name: 'Ledger' })
  expect(bodyOf(formOf(webhook))).not.toHaveProperty('name')
  expect(updateOf(formOf(webhook), named)).toEqual({ name: 'Ledger' })
  expect(updateOf(named, formOf(webhook))).toEqual({ name: null })
  expect(webhookProblems({ ...named, name: 'x'.repeat(101) })).toEqual({ name: 'Use at most 100 characters' })
})

test('an empty URL is reported as missing rather than invalid', () => {
  expect(webhookProblems(emptyWebhook())).toMatchObject({ url: 'Enter the endpoint URL' })
})

test('a condition without a value is accepted only if the service sent it that way', () => {
  const row = { field: 'data.note', operator: 'equals' as const, value: '' }
  const problemsOf = (conditions: ConditionRow[]) => webhookProblems({ ...formOf(webhook), conditions })
  expect(problemsOf([row])).toEqual({ 'conditions.0.value': 'Enter a value' })
  expect(problemsOf([{ ...row, original: '' }])).toEqual({})
})

test.each([
  ['name', 'name'],
  ['url', 'url'],
  ['events', 'events'],
  ['events.0', 'events'],
  ['config.timeout', 'timeout'],
  ['config.max_retries', 'maxRetries'],
  ['config.payload_format', 'payloadFormat'],
  ['config.headers', 'headers'],
  ['config.headers.X-Team', 'headers.0.value'],
  ['config.headers.x.dotted', 'headers.1.value'],
  ['config.headers.X-Gone', 'headers'],
  ['config.conditions.1.operator', 'conditions.1.operator'],
  ['config.conditions', 'conditions'],
  ['config.region', undefined],
  ['config', undefined],
  ['status', undefined],
])('an error about %s belongs to %s', (name, place) => {
  expect(fieldPathOf(name, formOf(webhook))).toBe(place)
})
