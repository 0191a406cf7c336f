import { expect, test } from 'vitest'

import { csvLines, readCell } from '#contract/values/csv.ts'
import { fold, searchTerms } from '#contract/values/folding.ts'
import { parseFormattedText, plainText } from '#contract/values/formatted-text.ts'
import {
  fillPlaceholders,
  keepBracesApart,
  placeholderProblem,
  placeholders,
} from '#contract/values/placeholders.ts'

import { highlight } from './highlight.ts'
import { linksIn } from './links-in-text.ts'
import { readable } from './readable-text.ts'
import { readHeaders } from './signature-check.ts'

const values = { 'company.name': 'A "b" *c* {d}', 'customer.name': '', today: '1.' }

/** Everything that reads texts that people type. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'parse formatted text': parseFormattedText,
  'take formatted text as plain text': plainText,
  'check the placeholders of formatted text': (text) => placeholderProblem(text, placeholders, 'formatted'),
  'check the placeholders of lines': (text) => placeholderProblem(text, placeholders, 'lines'),
  'fill formatted text': (text) => fillPlaceholders(text, values, 'formatted'),
  'fill lines': (text) => fillPlaceholders(text, values, 'lines', { isAgain: true, number: '7' }),
  'keep braces apart': keepBracesApart,
  'write a CSV file': (text) => csvLines([[text]]),
  'read a cell of a CSV file': readCell,
  'fold a text': fold,
  'find the words of a search': searchTerms,
  'color JSON': (text) => highlight(text, 'json'),
  'color code': (text) => highlight(text, 'code'),
  'find links': linksIn,
  'make JSON readable': readable,
  'read pasted headers': readHeaders,
}

/** What begins something, or could, again and again. */
const parts = [
  'a',
  ' ',
  '\n',
  '\\',
  '"',
  "'",
  '*',
  '**a ',
  '_',
  '[',
  '[a](',
  '](https://a',
  '(',
  ')',
  '{{',
  '}}',
  '{{today}}',
  '{{today}}.',
  '{{company.nmae}}',
  '[a]({{today}}',
  '{\u2060',
  '{number}',
  '- x\n',
  '1. x\n',
  '# x\n',
  '\n\n ',
  '; =',
  '\t+1',
  '"a":',
  '"\\',
  '/*',
  'https://',
  'www.',
  'a@',
  'a: b\r\n',
  ':',
  '\u0301',
  'ß',
]

interface Cost {
  readonly user: number
  readonly system: number
}
/** Of Node, which runs the tests; screens have no types of it. */
declare const process: { readonly cpuUsage: (before?: Cost) => Cost }

/** The processor time that reading it takes at best, in milliseconds: other work on the machine doesn't count. */
function costOf(read: (text: string) => unknown, text: string): number {
  let best = Infinity
  for (let round = 0; round < 2; round += 1) {
    const before = process.cpuUsage()
    read(text)
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}

const shortest = 8_000

test.each(Object.entries(readers))(
  'the time to %s grows with its length, whatever it says',
  (_title, read) => {
    for (const part of parts)
      for (const before of ['', '\\']) {
        const textOf = (length: number) =>
          `${before.repeat(length)}x${part.repeat(Math.ceil(length / part.length))}\u0000`
        const isLinear = () =>
          // Four times as long; a square of it would take sixteen times. Little is too short to measure.
          costOf(read, textOf(4 * shortest)) < 8 * costOf(read, textOf(shortest)) + 20
        // Collecting garbage can fall into one measurement, but not into five; a square is one each time.
        const measured = Array.from({ length: 5 }).some(isLinear)
        expect(measured, JSON.stringify([before, part])).toBe(true)
      }
  },
)
