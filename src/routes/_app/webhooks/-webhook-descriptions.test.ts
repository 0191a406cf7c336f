import { expect, test } from 'vitest'

import { emptyWebhook } from '#api/webhook-form.ts'

import { changesBetween, describeConfig, describeRetries, filledConditions } from './-webhook-descriptions.ts'

const form = {
  ...emptyWebhook(),
  url: 'https://a.example',
  events: ['contact.created', 'invoice.paid'],
  conditions: [
    { field: 'data.email', operator: 'contains' as const, value: '@x' },
    { field: 'data.phone', operator: 'exists' as const, value: '' },
  ],
}

test('every setting of a webhook is described, defaults included', () => {
  expect(describeConfig({ ...form, maxRetries: 0, timeout: 1, others: { region: 'eu' } })).toEqual([
    { label: 'Method', lines: ['POST'] },
    { label: 'Payload', lines: ['JSON'] },
    { label: 'Headers', lines: [] },
    { label: 'Conditions', lines: ['data.email contains “@x”', 'data.phone exists'] },
    { label: 'Timeout', lines: ['1 second per attempt'] },
    { label: 'Retries', lines: ['No retries'] },
    { label: 'region', lines: ['"eu"'] },
  ])
})

test('retries beyond the service’s schedule aren’t promised', () => {
  expect(describeRetries(9, 3)).toBe('Up to 3 retries')
  expect(describeRetries(1, 3)).toBe('Up to 1 retry')
  expect(describeRetries(9)).toBe('Up to 9 retries')
})

test('a newly added condition isn’t described yet', () => {
  const added = { field: '', operator: 'equals' as const, value: '' }
  const halfFilled = { field: 'data.vip', operator: 'equals' as const, value: '' }
  expect(filledConditions([...form.conditions, added, halfFilled])).toEqual(form.conditions)
})

test('changes are listed by setting, or not at all', () => {
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
