import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { ownUrl, setFileRoute, thumbnailUrl } from './own-url.ts'

test.each([
  ['https://bureau.example.com/files/abc/contract.pdf', '/files/abc/contract.pdf'],
  ['/files/abc/contract.pdf', '/files/abc/contract.pdf'],
  ['https://cdn.example.com/photo.png', 'https://cdn.example.com/photo.png'],
])('%s is loaded from %s', (address, loaded) => {
  expect(ownUrl(address)).toBe(loaded)
})

test.each(['javascript:alert(1)', 'JAVASCRIPT:alert(1)//files/', 'data:text/html,x', 'file:///etc/passwd'])(
  '%s is never linked',
  (address) => {
    expect(ownUrl(address)).toBeNull()
  },
)

describe('in an account that is connected to another service', () => {
  beforeEach(() => setFileRoute({ path: '/media', account: 7, hosts: ['other.example', 'cdn.example:8443'] }))
  afterEach(() => setFileRoute(undefined))

  test.each([
    [
      'https://other.example/files/abc/a%20b.pdf',
      '/media?account=7&url=https%3A%2F%2Fother.example%2Ffiles%2Fabc%2Fa%2520b.pdf',
    ],
    [
      'https://cdn.example:8443/a?b=1&c=2',
      '/media?account=7&url=https%3A%2F%2Fcdn.example%3A8443%2Fa%3Fb%3D1%26c%3D2',
    ],
    ['/photos/1.png', '/media?account=7&url=%2Fphotos%2F1.png'],
    ['https://elsewhere.example/files/abc/a.png', 'https://elsewhere.example/files/abc/a.png'],
    ['javascript:alert(1)', null],
  ])('%s is loaded from %s', (address, loaded) => {
    expect(ownUrl(address)).toBe(loaded)
  })

  test('a download has the name that people know it by', () => {
    expect(ownUrl('/1', 'a & b.pdf')).toBe('/media?account=7&url=%2F1&name=a+%26+b.pdf')
  })

  test('a thumbnail is of the same address', () => {
    expect(thumbnailUrl('/files/abc/a.png', 64)).toBe('/files/abc/a.png?size=64')
    expect(thumbnailUrl(ownUrl('/1') ?? '', 256)).toBe('/media?account=7&url=%2F1&size=256')
  })
})
