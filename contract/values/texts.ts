import * as z from 'zod/mini'

export const atMost = (most: number): string => `Use at most ${most.toLocaleString('en-US')} characters`
const hidden = 'Remove hidden characters'

/** One line, without what turns the direction of text: it is shown in sentences. */
export const line = (name: string, most: number) =>
  z
    .string(`${name} must be text`)
    .check(
      z.trim(),
      z.maxLength(most, atMost(most)),
      z.regex(/^[^\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$/u, hidden),
    )

/** Text of any number of lines. */
export const block = (name: string, most: number) =>
  z
    .string(`${name} must be text`)
    .check(z.trim(), z.maxLength(most, atMost(most)), z.regex(/^[\P{Cc}\t\n\r]*$/u, hidden))
