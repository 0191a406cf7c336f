import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { Visitor, parseSync } from 'rolldown/utils'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const sources = globSync('{src,contract,server}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.test\.tsx?$|\.gen\.ts$/.test(file),
)

/** Habits of translated or unfinished text, each with what to write instead. */
const habits: readonly (readonly [habit: RegExp, better: string])[] = [
  [/\bin all\b/, '"total", or the count with its noun'],
  [/\ball the same\b/, '"anyway"'],
  [/\bby itself\b/, '"automatically"'],
  [/\bgoes on\b|\bgo on\b/, '"continues"'],
  [/\b(it|this|that|what) is no\b/i, '"isn’t a"'],
  [/\bis there( already)?\b(?! (a|an|any)\b)/, '"exists"'],
  [/\bof it open\b/, '"outstanding"'],
  [/\b(has|have) to answer\b/, '"must respond"'],
  [/\bwhoever\b|\bnobody else\b/i, 'name who it is'],
  [/\bmade up for\b|\bholds? what\b/, 'say what happens'],
  [/[a-z)] …/, 'no space before an ellipsis'],
  [/\d %/, '21%, by percentText'],
  [/\bcancell|\b(catalogue|colour|favour|behaviour|labelled|grey|centre)/i, 'American spelling'],
  [
    /\b(re-?)?(serialis|normalis|organis|recognis|initialis|synchronis)(e|ed|es|ing|ation)\b/i,
    'American spelling',
  ],
  [/\s(customers|contacts|settings|services|invoices)\.(manage|view)\b/, 'the name of the permission'],
]

test('texts are in plain English', () => {
  const found = sources.flatMap((file) =>
    textsOf(file).flatMap(({ line, text }) =>
      habits
        .filter(([habit]) => habit.test(text))
        .map(([, better]) => `${file}:${line} “${text}”: ${better}`),
    ),
  )
  expect(found).toEqual([])
})

/** The same for comments and docstrings. */
const commentHabits: typeof habits = [
  [/\bwhoever\b|\bnobody else\b/i, 'name who it is'],
  [/\b(it|this|that|what) is no\b/i, '"isn’t a"'],
  [/^\W*(gives|tells)\b/i, '"Returns" or "Reports"'],
  [/\ball the same\b/, '"anyway"'],
  [/\bgoes on\b/, '"continues"'],
  [/\bCHOICE \d/, 'the reason, in words'],
]

test('comments are in plain English', () => {
  const found = sources.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return parseSync(file, source).comments.flatMap(({ start, value }) =>
      commentHabits
        .filter(([habit]) => habit.test(value.replaceAll(/\s+\*?\s*/g, ' ')))
        .map(([, better]) => `${file}:${source.slice(0, start).split('\n').length} “${value}”: ${better}`),
    )
  })
  expect(found).toEqual([])
})

test.each([
  ['42 customers in all', true],
  ['Sending …', true],
  ['21 % tax', true],
  ['Whoever you add appears here', true],
  ['The catalogue is empty', true],
  ['You need customers.manage to add customers', true],
  ['Is there a better price?', false],
  ['customers.manage', false],
  ['Otherwise, advise a colleague', false],
  ['Sending…', false],
])('“%s” is on the deny list: %s', (text, isHabit) => {
  expect(habits.some(([habit]) => habit.test(text))).toBe(isHabit)
})

/** The sentences and labels in a source: text of JSX, and strings that aren't identifiers. */
function textsOf(file: string): { line: number; text: string }[] {
  const source = readFileSync(join(root, file), 'utf8')
  const texts: { line: number; text: string }[] = []
  const add = (start: number, value: string) => {
    const text = value.replaceAll(/\s+/g, ' ').trim()
    // Paths and names of migrations are not read as text.
    if (/[A-Za-z]/.test(text) && !/^[.#/]|\.ts$|^\d{4}-/.test(text))
      texts.push({ line: source.slice(0, start).split('\n').length, text })
  }
  new Visitor({
    JSXText: ({ start, value }) => add(start, value),
    Literal: ({ start, value }) => typeof value === 'string' && add(start, value),
    TemplateElement: ({ start, value }) => add(start, value.cooked ?? ''),
  }).visit(parseSync(file, source).program)
  return texts
}
