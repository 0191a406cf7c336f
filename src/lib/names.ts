/**
 * Returns the first letters of the first and the last word, upper case, for any script. Words without a letter, such as
 * numbers, are left out.
 */
export function initials(name: string): string {
  const letters = name
    .split(/\s+/)
    .map((word) => /\p{L}\p{M}*/u.exec(word)?.[0])
    .filter((letter) => letter !== undefined)
  const picked = letters.length > 1 ? [letters[0], letters.at(-1)] : letters
  return picked.map((letter) => letter?.toLocaleUpperCase() ?? '').join('')
}

/** Returns the hue (degrees, 0 to 360) of a name; the same name always has the same one. */
export const hueOf = (name: string): number =>
  [...name].reduce((sum, sign) => (sum * 31 + (sign.codePointAt(0) ?? 0)) % 360, 7)
