/** Scripts whose fonts are large, or seldom needed: they are read for the first document that has their characters. */
export type Script = 'east-asian' | 'hangul' | 'thai' | 'payment-slip'

export type Weight = 400 | 600 | 700

export interface Family {
  readonly name: string
  /** Missing for what every document may use. */
  readonly script?: Script
  /** Its files without weight and ending, as packages name them. */
  readonly file: string
  readonly weights: readonly Weight[]
}

const both = [400, 600] as const

/**
 * The families of a document in the order in which a character looks for its glyph; those with Chinese characters follow.
 * Every part of a font is packaged under the same family name, and Typst would use one of them: each gets a name of its own.
 * Vietnamese comes first, because its letters are otherwise put together from parts and copied as two characters.
 */
const families: readonly Family[] = [
  { name: 'Inter Vietnamese', file: '@fontsource/inter/files/inter-vietnamese', weights: both },
  { name: 'Inter', file: '@fontsource/inter/files/inter-latin', weights: both },
  { name: 'Inter Extended', file: '@fontsource/inter/files/inter-latin-ext', weights: both },
  { name: 'Inter Greek', file: '@fontsource/inter/files/inter-greek', weights: both },
  { name: 'Inter Greek Extended', file: '@fontsource/inter/files/inter-greek-ext', weights: both },
  { name: 'Inter Cyrillic', file: '@fontsource/inter/files/inter-cyrillic', weights: both },
  { name: 'Inter Cyrillic Extended', file: '@fontsource/inter/files/inter-cyrillic-ext', weights: both },
  {
    name: 'IBM Plex Sans Arabic',
    file: '@fontsource/ibm-plex-sans-arabic/files/ibm-plex-sans-arabic-arabic',
    weights: both,
  },
  {
    name: 'Noto Sans Hebrew',
    file: '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew',
    weights: both,
  },
  {
    name: 'IBM Plex Sans Thai',
    script: 'thai',
    file: '@fontsource/ibm-plex-sans-thai/files/ibm-plex-sans-thai-thai',
    weights: both,
  },
  {
    name: 'Noto Sans Korean',
    script: 'hangul',
    file: '@fontsource/noto-sans-kr/files/noto-sans-kr-korean',
    weights: both,
  },
  // The name of Arimo where it is licensed otherwise: one of four fonts that a Swiss payment slip may have.
  {
    name: 'Liberation Sans',
    script: 'payment-slip',
    file: '@fontsource/arimo/files/arimo-latin',
    weights: [400, 700],
  },
]

/** Families that draw the same Chinese characters, each as people write them at home. */
const chinese = {
  simplified: {
    name: 'Noto Sans Simplified Chinese',
    script: 'east-asian',
    file: '@fontsource/noto-sans-sc/files/noto-sans-sc-chinese-simplified',
    weights: both,
  },
  traditional: {
    name: 'Noto Sans Traditional Chinese',
    script: 'east-asian',
    file: '@fontsource/noto-sans-tc/files/noto-sans-tc-chinese-traditional',
    weights: both,
  },
  japanese: {
    name: 'Sawarabi Gothic',
    script: 'east-asian',
    file: '@fontsource/sawarabi-gothic/files/sawarabi-gothic-japanese',
    weights: [400],
  },
} satisfies Record<string, Family>

const { simplified, traditional, japanese } = chinese
const inChina = [simplified, traditional, japanese]
const inTaiwan = [traditional, simplified, japanese]
const inJapan = [japanese, simplified, traditional]
const inKorea = [traditional, japanese, simplified]

/** How the sender's place writes Chinese characters. */
const places: Readonly<Record<string, readonly Family[]>> = {
  'Asia/Shanghai': inChina,
  'Asia/Singapore': inChina,
  'Asia/Taipei': inTaiwan,
  'Asia/Hong_Kong': inTaiwan,
  'Asia/Macau': inTaiwan,
  'Asia/Tokyo': inJapan,
  'Asia/Seoul': inKorea,
}

/** Letters that one family should draw all of. */
const eastAsian = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u
const hangul = /\p{Script=Hangul}/u
const scripts: Readonly<Record<Exclude<Script, 'payment-slip'>, RegExp>> = {
  // With the punctuation, the enclosed characters and the wide and narrow forms that go with them.
  'east-asian': /[\p{Script=Han}\p{Script=Bopomofo}\u3000-\u33ff\ufe30-\ufe6f\uff00-\uffef]/u,
  hangul,
  // With the baht sign, which no script has for itself.
  thai: /[\u0e00-\u0e7f]/u,
}

/** The scripts of a text whose fonts have to be read. */
export const scriptsOf = (text: string): readonly Script[] =>
  (Object.keys(scripts) as (keyof typeof scripts)[]).filter((script) => scripts[script].test(text))

/** The families of every document and of these scripts, those with Chinese characters last. */
export const familiesOf = (needed: readonly Script[], order: readonly Family[] = inChina): Family[] =>
  [...families, ...order].filter(({ script }) => !script || needed.includes(script))

/** The families with Chinese characters as the sender's place writes them, or else as the document does. */
export const chineseOrder = (text: string, timeZone: string): readonly Family[] =>
  places[timeZone] ?? (kana.test(text) ? inJapan : hangul.test(text) ? inKorea : inChina)

/** The same families, and first the one that has all of a text: a name isn't drawn from two. */
export function orderFor(
  text: string,
  order: readonly Family[],
  characters: ReadonlyMap<Family, ReadonlySet<number>>,
): readonly Family[] {
  const letters = text.match(eastAsian) ?? []
  const whole = order.find((family) =>
    letters.every((letter) => characters.get(family)?.has(letter.codePointAt(0) ?? 0)),
  )
  return whole ? [whole, ...order.filter((family) => family !== whole)] : order
}
