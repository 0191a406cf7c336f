/** The first letters of the first and the last word, upper case, for any script. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean)
  const picked = words.length > 1 ? [words[0], words.at(-1)] : words
  return picked.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}

/** A hue (degrees, 0 to 360) that belongs to that name for good. */
export const hueOf = (name: string): number =>
  [...name].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 360, 7)
