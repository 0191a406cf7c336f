/** One or two characters as a word that an index of words keeps apart from any other. */
export const gramOf = (characters: readonly string[]): string => characters.map(codeOf).join('g')

/** Every one and every two characters that stand in the text, each once, as words. */
export function shortGrams(text: string): string {
  const codes = [...text].map(codeOf)
  const grams = new Set<string>(codes)
  codes.forEach((code, index) => {
    const next = codes[index + 1]
    if (next !== undefined) grams.add(`${code}g${next}`)
  })
  return [...grams].join(' ')
}

// Each row that is written has hundreds of them, nearly all from a few scripts.
const codes = new Map<string, string>()
const codesAtMost = 5_000

function codeOf(character: string): string {
  const known = codes.get(character)
  if (known !== undefined) return known
  const code = (character.codePointAt(0) ?? 0).toString(16)
  if (codes.size < codesAtMost) codes.set(character, code)
  return code
}
