import { expect, test } from 'vitest'

import { paymentLink, paymentLinkProblem } from './payment-link.ts'

const template = 'https://pay.example/{number}?sum={amount}&in={currency}'

test.each([
  ['INV-2026-0001', 12.5, 'EUR', 'https://pay.example/INV-2026-0001?sum=12.50&in=EUR'],
  ['R/1 {amount}', 1200, 'JPY', 'https://pay.example/R%2F1%20%7Bamount%7D?sum=1200&in=JPY'],
  ['A', 1.234, 'KWD', 'https://pay.example/A?sum=1.234&in=KWD'],
  ['A', 0, 'EUR', undefined],
])('%s over %s %s is paid at %s', (number, amount, currency, link) => {
  expect(paymentLink(template, { number, amount, currency })).toBe(link)
})

test('without an address nothing is paid online', () => {
  expect(paymentLink('', { number: 'A', amount: 1, currency: 'EUR' })).toBeUndefined()
})

test.each([
  ['', undefined],
  [template, undefined],
  ['https://pay.example', undefined],
  ['http://pay.example', 'Enter a web address that begins with https://'],
  ['javascript:alert(1)', 'Enter a web address that begins with https://'],
  ['https://', 'Enter a web address that begins with https://'],
  ['https://pay.example/a b', 'Enter a web address that begins with https://'],
  ['https://pay.example/{name}', 'Use only {number}, {amount} and {currency} in braces'],
])('the address %j has the problem %s', (address, problem) => {
  expect(paymentLinkProblem(address)).toBe(problem)
})
