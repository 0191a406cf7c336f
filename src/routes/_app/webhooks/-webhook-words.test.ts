import { expect, test } from 'vitest'

import { emptyWebhook } from '#api/webhook-form.ts'

import { changesBetween, configWords } from './-webhook-words.ts'

const form = {
  ...emptyWebhook(),
  url: 'https://a.example',
  events: ['contact.created', 'invoice.paid'],
  conditions: [
    { field: 'data.email', operator: 'contains' as const, value: '@x' },
    { field: 'data.phone', operator: 'exists' as const, value: '' },
  ],
}

test('a configuration is told in words', () => {
  expect(configWords({ ...form, maxRetries: 0, timeout: 1, others: { region: 'eu' } })).toEqual([
    { label: 'Method', lines: ['POST'] },
    { label: 'Payload', lines: ['JSON'] },
    { label: 'Headers', lines: [] },
    { label: 'Conditions', lines: ['data.email contains “@x”', 'data.phone exists'] },
    { label: 'Timeout', lines: ['1 second per attempt'] },
    { label: 'Retries', lines: ['No retries'] },
    { label: 'region', lines: ['"eu"'] },
  ])
})

test('what saving changes is told by setting, and nothing where nothing changes', () => {
  expect(changesBetween(form, { ...form, url: ' https://a.example ' })).toEqual([])
  const after = {
    ...form,
    events: ['contact.created', 'document.sent'],
    headers: [{ name: 'X-A', value: '1' }],
  }
  expect(changesBetween(form, after)).toEqual([
    { label: 'Events', removed: ['invoice.paid'], added: ['document.sent'] },
    { label: 'Headers', removed: [], added: ['X-A: 1'] },
  ])
})
