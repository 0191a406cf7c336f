import { expect, test } from 'vitest'

import { endpointLines, endpointName } from './endpoint-name.ts'

const url = 'https://hooks.example.com:8443/bureau/events?x=1'

test('two endpoints on one host have different names', () => {
  expect(endpointName({ url })).toBe('hooks.example.com:8443/bureau/events?x=1')
  expect(endpointName({ url: 'https://hooks.example.com:8443/' })).toBe('hooks.example.com:8443')
})

test('an endpoint with a name is shown by that name', () => {
  expect(endpointName({ url, name: 'Ledger' })).toBe('Ledger')
  expect(endpointName({ url, name: null })).toBe('hooks.example.com:8443/bureau/events?x=1')
  expect(endpointLines({ url, name: 'Ledger' })).toEqual([
    'Ledger',
    'hooks.example.com:8443/bureau/events?x=1',
  ])
})

test('an endpoint without a name shows its host above its path', () => {
  expect(endpointLines({ url })).toEqual(['hooks.example.com:8443', '/bureau/events?x=1'])
})
