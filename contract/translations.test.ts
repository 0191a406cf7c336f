import { readFileSync, readdirSync } from 'node:fs'
import { resolve } from 'node:path'

import { describe, expect, test } from 'vitest'

import { messageIn, translated } from './translations.ts'
import { dutch } from './translations/dutch.ts'
import { french } from './translations/french.ts'
import { type CustomerText, german } from './translations/german.ts'
import { spanish } from './translations/spanish.ts'

const texts = Object.keys(german) as CustomerText[]
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted()

describe.each(Object.entries({ german, french, spanish, dutch }))('each text in %s', (_name, language) => {
  test.each(texts)('“%s” has the placeholders of the English one', (text) => {
    expect(placeholders(language[text])).toEqual(placeholders(text))
    expect(language[text].trim()).not.toBe('')
  })
})

test('a text is in the customer’s language, with its values, which aren’t read again', () => {
  expect(translated('de', 'Hello, {customer}', { customer: '{business}' })).toBe('Guten Tag, {business}')
  expect(translated('en', 'Hello, {customer}', { customer: 'Zoë' })).toBe('Hello, Zoë')
})

test('a message of the service without a translation stays as it is', () => {
  expect(messageIn('fr', 'Too many requests')).toBe('Trop de requêtes')
  expect(messageIn('fr', 'constructor')).toBe('constructor')
})

/** What staff read, or what no browser with the portal provokes. */
const forOthers = new Set([
  'This service can’t send email. Copy the link instead.',
  'This customer is archived. Unarchive them to share the portal with them.',
  'This session needs no code',
  'This session has ended. Ask for a new link.',
  'A write with a session must come from the portal',
  'You see the portal as a customer and can’t change anything',
])

test('every message that the portal gives a customer is translated', () => {
  const folder = resolve(import.meta.dirname, '../server/doors/portal')
  const messages = readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .flatMap((name) => [
      ...readFileSync(resolve(folder, name), 'utf8').matchAll(
        /(?:HttpError|invalidField)\(\s*'\w+',\s*'([^']+)'/g,
      ),
    ])
    .map(([, message = '']) => message)
  expect(messages.length).toBeGreaterThan(10)
  expect(messages.filter((message) => !forOthers.has(message) && !Object.hasOwn(german, message))).toEqual([])
})
