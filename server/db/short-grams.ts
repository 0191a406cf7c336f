/** One or two characters as a word that an index of words keeps apart from any other. */
export const gramOf = (characters: readonly string[]): string =>
  characters.map((character) => character.codePointAt(0)?.toString(16)).join('g')

/** Every one and every two characters that stand in the text, each once, as words. */
export function shortGrams(text: string): string {
  const characters = [...text]
  const grams = new Set<string>()
  for (const [index, character] of characters.entries()) {
    grams.add(gramOf([character]))
    const next = characters[index + 1]
    if (next !== undefined) grams.add(gramOf([character, next]))
  }
  return [...grams].join(' ')
}
