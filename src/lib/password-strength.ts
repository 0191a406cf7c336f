/** Labels of strengths. */
export const strengths = ['Too short', 'Weak', 'Fair', 'Good', 'Strong'] as const
/** An index of `strengths`. */
export type Strength = 0 | 1 | 2 | 3 | 4

const minLength = 10
/** Common suffixes that people add to reach a length. */
const usual =
  /password|passwort|qwert|asdf|abc|letmein|welcome|admin|bureau|(19|20)\d\d|(.)\2{2,}|0123|1234|2345|3456|4567|5678|6789/gi

/**
 * Returns how hard a password is to guess, from 0 (shorter than the service accepts) to 4. Length counts most; common
 * words, repetitions and what the form already knows of the person (`known`) count as one character each.
 */
export function passwordStrength(password: string, known: readonly string[] = []): Strength {
  if (password.length < minLength) return 0
  const words = known
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\d]+/u))
    .filter((word) => word.length > 2)
  let rest = password.toLowerCase()
  for (const word of words) rest = rest.replaceAll(word, '•')
  rest = rest.replaceAll(usual, '•')
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const score = new Set(rest).size + rest.length / 2 + kinds * 2
  if (score < 14) return 1
  if (score < 19) return 2
  return score < 24 ? 3 : 4
}
