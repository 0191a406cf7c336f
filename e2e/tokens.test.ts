import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const css = readFileSync(new URL('../src/kit/tokens.css', import.meta.url), 'utf8')

const texts = ['heading', 'text', 'secondary', 'tertiary', 'accent-text', 'bad']
const surfaces = ['page', 'card', 'raised', 'sunken', 'head', 'row-hover', 'row-selected', 'track']
const pairs = [
  ...texts.flatMap((text) => surfaces.map((surface) => [text, surface] as const)),
  ...['good', 'info', 'notice', 'bad', 'accent-text'].map(
    (tone) => [tone, `${tone === 'accent-text' ? 'accent' : tone}-soft`] as const,
  ),
  ['secondary', 'neutral-soft'] as const,
  ['text', 'notice-soft'] as const,
]

test.each(['light', 'dark'] as const)('every text color is readable on every surface, %s', (scheme) => {
  const tooFaint = pairs
    .map(([text, surface]) => ({
      text,
      surface,
      ratio: contrast(color(text, scheme), color(surface, scheme)),
    }))
    .filter(({ ratio }) => ratio < 4.5)
  expect(tooFaint).toEqual([])
})

test.each(['light', 'dark'] as const)('white is readable on filled buttons, %s', (scheme) => {
  for (const fill of ['accent', 'accent-hover', 'bad-fill'])
    expect(contrast('#ffffff', color(fill, scheme)), fill).toBeGreaterThanOrEqual(4.5)
})

function color(name: string, scheme: 'light' | 'dark'): string {
  const [, light, dark] =
    new RegExp(`--bureau-${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css) ?? []
  if (light === undefined || dark === undefined) throw new Error(`No pair of colors called ${name}`)
  return scheme === 'light' ? light : dark
}

/** As WCAG 2 computes it. */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
