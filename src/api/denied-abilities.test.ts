import { beforeEach, expect, test, vi } from 'vitest'

import type { Session } from '#contract/access/session.ts'

import { setAccount } from './account.ts'
import { isDeniedByService, noteDenied, withoutDenied } from './denied-abilities.ts'

const session: Session = {
  user: { id: 1, name: 'Ada', email: 'ada@bureau.example' },
  account: { id: 1, name: 'Acme', role: 'owner' },
  accounts: [],
  abilities: ['settings.manage', 'contacts.view'],
  features: { records: true, pdf: true, email: true },
  public_url: 'http://bureau.test',
}

let account = 0
beforeEach(() => setAccount((account += 1)))

test('what the service refuses although the session still allows it is locked for that account', () => {
  noteDenied('settings.manage')
  expect(isDeniedByService('settings.manage')).toBe(false)
  expect(withoutDenied(session).abilities).toEqual(['contacts.view'])
  expect(isDeniedByService('settings.manage')).toBe(true)
  setAccount((account += 1))
  expect(withoutDenied(session).abilities).toEqual(session.abilities)
})

test.each([
  ['a role that changed', { abilities: ['contacts.view'] }],
  ['a second factor that is due', { needs_two_factor: true }],
])('%s is no refusal of the service', (_what, changes) => {
  noteDenied('settings.manage')
  withoutDenied({ ...session, ...changes })
  expect(isDeniedByService('settings.manage')).toBe(false)
  expect(withoutDenied(session).abilities).toEqual(session.abilities)
})

test('after five minutes the service is asked again', () => {
  vi.useFakeTimers()
  noteDenied('settings.manage')
  expect(withoutDenied(session).abilities).toEqual(['contacts.view'])
  vi.advanceTimersByTime(5 * 60_000)
  expect(withoutDenied(session)).toEqual(session)
  vi.useRealTimers()
})
