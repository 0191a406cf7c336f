import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { currentClaim, forgetClaim } from './claim.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (name: string) => stored.get(name) ?? null,
  setItem: (name: string, value: string) => void stored.set(name, value),
  removeItem: (name: string) => void stored.delete(name),
}

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', storage)
})
afterEach(forgetClaim)

describe('the secret that goes with a link', () => {
  test('is 256 random bits, the same for every attempt until it is forgotten', () => {
    const claim = currentClaim()
    expect(claim).toMatch(/^[0-9a-f]{64}$/)
    expect(currentClaim()).toBe(claim)
    forgetClaim()
    expect(stored.size).toBe(0)
    expect(currentClaim()).not.toBe(claim)
  })

  test('survives a reload of the page', () => {
    stored.set('bureau.portal.claim', 'a'.repeat(64))
    expect(currentClaim()).toBe('a'.repeat(64))
  })

  test('is made anew where something else was stored', () => {
    stored.set('bureau.portal.claim', 'not a claim')
    expect(currentClaim()).toMatch(/^[0-9a-f]{64}$/)
    expect([...stored.values()]).toEqual([currentClaim()])
  })

  test('is the same for every attempt in a browser that stores nothing, too', () => {
    const refuse = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError')
    }
    vi.stubGlobal('sessionStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    const claim = currentClaim()
    expect(currentClaim()).toBe(claim)
    forgetClaim()
    expect(currentClaim()).not.toBe(claim)
  })
})
