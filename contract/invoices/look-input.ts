import * as z from 'zod/mini'

import { invoiceLanguages, invoiceLayouts, logoPositions } from './looks.ts'

/** Validation of a look when it is saved. Apart from the look itself, which every screen with an invoice reads. */

/** Longest text above or below the lines, in characters. */
export const longestLookText = 1_000

/** The least contrast of colored text on white paper (WCAG 2.2 AA). */
export const leastContrast = 4.5

/** The contrast of a color (`#rrggbb`) with white, from 1 to 21. */
export function contrastWithWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
}

const text = (name: string) =>
  z
    .string(`${name} must be a text`)
    .check(
      z.trim(),
      z.maxLength(longestLookText, `Use at most ${longestLookText.toLocaleString('en-US')} characters`),
      z.regex(/^[\P{Cc}\t\n\r]*$/u, 'Remove hidden characters'),
    )

const oneOf = <const Values extends readonly [string, ...string[]]>(name: string, values: Values) =>
  z.enum(values, `${name} must be one of ${values.join(', ')}`)

export const InvoiceLookInput = z.object({
  layout: oneOf('layout', invoiceLayouts),
  color: z.string('color must be a hex color, like #1e3a8a').check(
    z.regex(/^#[0-9a-f]{6}$/, 'Enter a six-digit hex color in lower case, like #1e3a8a'),
    z.refine(
      (color) => !/^#[0-9a-f]{6}$/.test(color) || contrastWithWhite(color) >= leastContrast,
      'This color is too light to read on white. Choose a darker one',
    ),
  ),
  logo_position: oneOf('logo_position', logoPositions),
  language: oneOf('language', invoiceLanguages),
  intro: text('intro'),
  closing: text('closing'),
})
