import { describe, expect, test } from 'vitest'

import { chineseOrder, familiesOf, orderFor, scriptsOf } from './families.ts'
import { readCharacters } from './fonts.ts'

const namesOf = (text: string, timeZone = 'UTC') =>
  familiesOf(scriptsOf(text), chineseOrder(text, timeZone)).map(({ name }) => name)
const [simplified, traditional, japanese] = [
  'Noto Sans Simplified Chinese',
  'Noto Sans Traditional Chinese',
  'Sawarabi Gothic',
]

describe('the fonts that are read', () => {
  test.each([
    ['Latin letters', 'Ødegård & Søn · €1,000.00 – “Łódź”'],
    ['Greek, Cyrillic, Arabic and Hebrew letters', 'Ελένη Щука ليلى שלום'],
  ])('for %s are those of every document', (_title, text) => {
    expect(scriptsOf(text)).toEqual([])
    expect(namesOf(text)).not.toContain(simplified)
  })

  test.each([
    ['Chinese', '上海', ['east-asian']],
    ['Japanese', 'ロゴ', ['east-asian']],
    ['wide punctuation', 'Logo（A）', ['east-asian']],
    ['Korean', '한빛', ['hangul']],
    ['Korean with Chinese characters', '한빛 三星', ['east-asian', 'hangul']],
    ['Thai', 'สยาม', ['thai']],
    ['the baht sign', '฿100', ['thai']],
  ])('for %s are also those of the script', (_title, text, scripts) => {
    expect(scriptsOf(text)).toEqual(scripts)
  })
})

describe('Chinese characters', () => {
  test.each([
    ['Asia/Shanghai', '設計', simplified],
    ['Asia/Taipei', '設計', traditional],
    ['Asia/Hong_Kong', '設計', traditional],
    ['Asia/Tokyo', '設計', japanese],
    ['Asia/Seoul', '設計', traditional],
    ['Asia/Shanghai', '設計のロゴ', simplified],
  ])('of a sender in %s are drawn as people write them there', (timeZone, text, first) => {
    expect(chineseOrder(text, timeZone)[0]?.name).toBe(first)
  })

  test.each([
    ['with Japanese letters', '設計のロゴ', japanese],
    ['with Korean letters', '설계 設計', traditional],
    ['and nothing else', '設計', simplified],
  ])('of a sender elsewhere %s are drawn as the document suggests', (_title, text, first) => {
    expect(chineseOrder(text, 'Europe/Oslo')[0]?.name).toBe(first)
  })

  test('of one text come from a family that has all of them, if there is one', () => {
    const order = chineseOrder('', 'Asia/Tokyo')
    const characters = new Map(order.map((family) => [family, readCharacters(family)]))
    const first = (text: string) => orderFor(text, order, characters)[0]?.name
    expect(first('東京商事')).toBe(japanese)
    expect(first('上海明月广告设计有限公司')).toBe(simplified)
    expect(first('Ødegård')).toBe(japanese)
    // A character that no family has leaves the order as it is.
    expect(first('广\u{2a6d6}')).toBe(japanese)
  })
})
