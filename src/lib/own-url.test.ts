import { expect, test } from 'vitest'

import { ownUrl } from './own-url.ts'

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
