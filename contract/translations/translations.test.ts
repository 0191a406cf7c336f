import { expect, test } from 'vitest'

import { dutch } from './dutch.ts'
import { french } from './french.ts'
import { type CustomerText, german } from './german.ts'
import { spanish } from './spanish.ts'
import { messageIn, translated } from './translations.ts'

const texts = Object.keys(german) as CustomerText[]
const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted()

test.each(Object.entries({ german, french, spanish, dutch }))(
  'each text in %s has the placeholders of the English one',
  (_name, language) => {
    const wrong = texts.filter(
      (text) =>
        language[text].trim() === '' || placeholders(language[text]).join() !== placeholders(text).join(),
    )
    expect(wrong).toEqual([])
  },
)

test('a text is in the customer’s language, with its values, which aren’t read again', () => {
  expect(translated('de', 'Hello, {customer}', { customer: '{business}' })).toBe('Guten Tag, {business}')
  expect(translated('en', 'Hello, {customer}', { customer: 'Zoë' })).toBe('Hello, Zoë')
})

test('a message of the service without a translation stays as it is', () => {
  expect(messageIn('fr', 'Too many requests')).toBe('Trop de requêtes')
  expect(messageIn('fr', 'constructor')).toBe('constructor')
})
