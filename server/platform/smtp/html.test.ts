import { expect, test } from 'vitest'

import { htmlOf } from './html.ts'

const email = {
  language: 'de',
  subject: 'Rechnung',
  business: 'Ødegård & Søn',
  logo: undefined,
  message: 'Hello,\n\nhere it is.\nAs agreed.',
  action: { label: 'View and pay', url: 'https://example.com/portal#link=abc' },
  more: '',
}

test('says the message in its paragraphs and lines, and has one button', () => {
  const html = htmlOf(email)
  expect(html).toMatch(/^<!doctype html><html[^>]* lang="de"/i)
  expect(html).toContain('here it is.<br/>As agreed.')
  expect(html.match(/href="https:\/\/example\.com\/portal#link=abc"/g)).toHaveLength(1)
  expect(html).toContain('Ødegård &amp; Søn')
})

test('shows the logo instead of the name, which it is called', () => {
  const html = htmlOf({ ...email, logo: 'cid:logo' })
  expect(html).toContain('src="cid:logo"')
  expect(html).toContain('alt="Ødegård &amp; Søn"')
})

test('nothing that is written becomes markup, and only addresses on the web become links', () => {
  const message = `<img src=x onerror=alert(1)> javascript:alert(1) "https://pay.example/?a=1&b=2". (http://b.example)`
  const html = htmlOf({ ...email, message, action: undefined, more: '<b>' })
  expect(html).not.toContain('<img')
  expect(html).not.toContain('<b>')
  const links = [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href)
  expect(links).toEqual(['https://pay.example/?a=1&amp;b=2', 'http://b.example'])
})

test('is light: a few kilobytes', () => {
  expect(htmlOf(email).length).toBeLessThan(8_000)
})
