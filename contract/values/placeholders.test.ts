import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { type Block, type Inline, parseFormattedText, plainText } from './formatted-text.ts'
import {
  type TextForm,
  fillPlaceholders,
  piecesOf,
  placeholderProblem,
  placeholders,
  placeholdersIn,
  placeholdersOf,
  templateKinds,
} from './placeholders.ts'

const forms: readonly TextForm[] = ['line', 'lines', 'formatted']
const inInvoices = placeholdersOf.invoice_email

/** Letters, and everything that means something somewhere. */
const sign = fc.oneof(
  fc.constantFrom(...String.raw`\*_[]()#.-{}<>&"'$%:=0123456789`, '\n', '\r', '\t', '\u202e', '\u2028', ' '),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
)
const anyText = fc.array(sign, { maxLength: 60 }).map((signs) => signs.join(''))
/** A value that shows something. */
const value = anyText.filter((text) => fillPlaceholders('{{today}}', { today: text }, 'line') !== '')

describe('placeholders', () => {
  test('are found with or without spaces, and the rest of the text stays', () => {
    expect([...piecesOf('Hello {{customer.name}}, {{ invoice.total }}!', inInvoices, 'line')]).toEqual([
      { kind: 'text', text: 'Hello ' },
      { kind: 'placeholder', text: '{{customer.name}}', name: 'customer.name' },
      { kind: 'text', text: ', ' },
      { kind: 'placeholder', text: '{{ invoice.total }}', name: 'invoice.total' },
      { kind: 'text', text: '!' },
    ])
  })

  test.each([
    ['{{invoice.totl}}', 'Unknown placeholder {{invoice.totl}}. Did you mean {{invoice.total}}?'],
    ['{{Customer.Name}}', 'Unknown placeholder {{Customer.Name}}. Did you mean {{customer.name}}?'],
    ['{{client.email}}', 'Unknown placeholder {{client.email}}. Did you mean {{customer.email}}?'],
    ['{{ due date }}', 'Unknown placeholder {{due date}}. Did you mean {{invoice.due_date}}?'],
    ['{{first name}}', 'Unknown placeholder {{first name}}. Did you mean {{customer.first_name}}?'],
    ['{{proposal.title}}', 'Unknown placeholder {{proposal.title}}. Choose one from the list'],
    ['{{constructor}}', 'Unknown placeholder {{constructor}}. Choose one from the list'],
    ['{{__proto__}}', 'Unknown placeholder {{__proto__}}. Choose one from the list'],
    ['{{1 + 1}}', 'Unknown placeholder {{1 + 1}}. Choose one from the list'],
    ['{{}}', 'Empty placeholder {{}}. Choose one from the list'],
    ['{{customer.name', 'Close this placeholder with }}'],
    ['{{customer.name}', 'Close this placeholder with }}'],
    ['{{customer.\nname}}', 'Close this placeholder with }}'],
  ])('like %j are marked with what is meant', (text, message) => {
    expect(placeholderProblem(`Hello ${text}!`, inInvoices, 'lines')).toBe(message)
  })

  test('are text with one brace, and none at all', () => {
    for (const text of ['{customer.name}', 'a } b { c', '}}', '{ {today} }', ''])
      expect(placeholderProblem(text, inInvoices, 'lines')).toBeUndefined()
  })

  test('can’t be part of a link’s address, in formatted text', () => {
    const text = '[Pay](https://example.com/{{invoice.number}})'
    expect(placeholderProblem(text, inInvoices, 'formatted')).toBe(
      'The address of a link can’t contain placeholders',
    )
    expect(placeholderProblem(text, inInvoices, 'lines')).toBeUndefined()
    expect(placeholderProblem('[{{invoice.number}}](https://example.com)', inInvoices, 'formatted')).toBe(
      undefined,
    )
    expect(fillPlaceholders(text, { 'invoice.number': '7' }, 'formatted')).toBe(text)
  })

  test('of each kind of template are known, and can be filled', () => {
    for (const kind of templateKinds)
      for (const name of placeholdersOf[kind]) {
        expect(placeholders).toContain(name)
        expect(placeholderProblem(`{{${name}}}`, placeholdersOf[kind], 'line')).toBeUndefined()
      }
    expect(placeholdersIn('{{today}} {{nothing}} {{ today }}')).toEqual(['today'])
  })

  test('that are known only later, or not here, stay', () => {
    const values = { 'customer.name': 'Zoë', 'invoice.number': null }
    expect(fillPlaceholders('{{customer.name}}: {{invoice.number}}, {{today}}, {{x}}', values, 'line')).toBe(
      'Zoë: {{invoice.number}}, {{today}}, {{x}}',
    )
  })
})

describe('any text', () => {
  test('is the text of its pieces, and nothing is wrong with it', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...forms), (text, form) => {
        expect([...piecesOf(text, placeholders, form)].map((piece) => piece.text).join('')).toBe(text)
      }),
    )
  })
})

describe('a value', () => {
  test('is inserted as it is, without line breaks and hidden characters where there is one line', () => {
    const values = { 'company.address': 'Skippergata 4\r\n9008 Tromsø\u202e\n' }
    expect(fillPlaceholders('From {{company.address}}.', values, 'line')).toBe(
      'From Skippergata 4, 9008 Tromsø.',
    )
    expect(fillPlaceholders('From\n{{company.address}}', values, 'lines')).toBe(
      'From\nSkippergata 4\n9008 Tromsø',
    )
  })

  test('never adds a header: a line stays a line', () => {
    fc.assert(
      fc.property(value, (name) => {
        expect(fillPlaceholders('For {{customer.name}}', { 'customer.name': name }, 'line')).not.toMatch(
          /[\p{Cc}\u2028\u2029]/u,
        )
      }),
    )
  })

  test('is inserted as it is, though it looks like a placeholder', () => {
    const name = 'Zoë {{company.name}} {number}'
    const values = { 'customer.name': name, 'company.name': 'Acme' }
    const text = 'Hello {{customer.name}}, invoice {number} from {{company.name}}'
    for (const form of forms)
      expect(fillPlaceholders(text, values, form, { number: '$& {{today}}' })).toBe(
        `Hello ${name}, invoice $& {{today}} from Acme`,
      )
  })

  test('is never read as a placeholder, however often the text is filled', () => {
    const text = '{{customer.name}}{{customer.phone}} {{today}} {number}'
    fc.assert(
      fc.property(value, value, fc.constantFrom(...forms), (name, phone, form) => {
        const values = { 'customer.name': name, 'customer.phone': phone, today: 'TODAY' }
        const again = { isAgain: true } as const
        const filled = fillPlaceholders(text, values, form, again)
        expect(placeholderProblem(filled, placeholders, form)).toBeUndefined()
        expect(placeholdersIn(filled)).toEqual([])
        expect(fillPlaceholders(filled, values, form, again)).toBe(filled)
        expect(fillPlaceholders(filled, values, form, { number: '7' })).toBe(
          fillPlaceholders(text, values, form, { number: '7' }),
        )
      }),
    )
  })

  test('never becomes formatting, wherever it stands', () => {
    const places = [
      '{{customer.name}}',
      '{{customer.name}} end',
      'Begin {{customer.name}} end',
      'Begin\n{{customer.name}}\nend',
      '# {{customer.name}}',
      '#{{customer.name}}',
      '- {{customer.name}}\n- B',
      '1. {{customer.name}}',
      '1{{customer.name}}. A',
      '{{customer.name}}. A',
      '-{{customer.name}} A',
      '**{{customer.name}}** and *{{customer.name}}*',
      '[{{customer.name}}](https://example.com)',
      '[A]{{customer.name}}',
      '[A{{customer.name}}B',
      String.raw`A\{{customer.name}}`,
      '{{customer.phone}}{{customer.name}} A',
      '{{customer.phone}}{{customer.phone}}{{customer.name}}(https://example.com)',
    ]
    const marks = fc.oneof(
      value,
      fc.constantFrom('# A', '- A', '* A', '1. A', '1', '.', '**A**', '_A_', '(https://example.com)'),
      fc.constantFrom('b](https://example.com)', '[a](https://example.com)', '\\', '](', '[', 'a\n\n# b'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...places), marks, marks, (place, name, phone) => {
        const fill = (first: string, second: string) =>
          fillPlaceholders(place, { 'customer.name': first, 'customer.phone': second }, 'formatted')
        expect(shapeOf(fill(name, phone))).toEqual(shapeOf(fill('x', 'x')))
      }),
      { numRuns: 2_000 },
    )
  })

  test('never becomes the address of a link where what stands before it is empty', () => {
    const text = '[Pay]{{customer.company}}({{customer.name}})'
    for (const name of ['https://evil.example', 'evil.example/x']) {
      const values = { 'customer.company': '', 'customer.name': name }
      expect(shapeOf(fillPlaceholders(text, values, 'formatted'))).toEqual([[0, ['text']]])
      expect(plainText(fillPlaceholders(text, values, 'formatted'))).toBe(`[Pay](${name})`)
    }
  })

  test('reads in formatted text as it reads in a line', () => {
    fc.assert(
      fc.property(value, (name) => {
        const values = { 'customer.name': name }
        const text = 'Begin {{customer.name}} end'
        expect(plainText(fillPlaceholders(text, values, 'formatted'))).toBe(
          fillPlaceholders(text, values, 'line'),
        )
      }),
      { numRuns: 1_000 },
    )
  })
})

/** What of a text is formatted, without its words. */
const shapeOf = (text: string) => parseFormattedText(text).map(blockShape)
const blockShape = (block: Block): unknown =>
  block.kind === 'list'
    ? [block.isNumbered, block.items.map(inlineShape)]
    : [block.kind === 'heading' ? block.level : 0, inlineShape(block.children)]
const inlineShape = (nodes: readonly Inline[]): unknown =>
  nodes.map((node) =>
    node.kind === 'text'
      ? 'text'
      : [node.kind, node.kind === 'link' ? node.href : '', inlineShape(node.children)],
  )
