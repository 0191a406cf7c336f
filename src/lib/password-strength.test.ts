import { expect, test } from 'vitest'

import { passwordStrength } from './password-strength.ts'

test.each([
  ['short', 0],
  ['aaaaaaaaaaaa', 1],
  ['password123', 1],
  ['Welcome2026!', 1],
  ['harborfinch1', 1],
  ['correct horse battery', 4],
  ['t7#kQz9!vLw2', 4],
])('“%s” has strength %d', (password, strength) => {
  expect(passwordStrength(password, ['Harbor & Finch Studio', 'Ada Finch', 'ada@finch.example'])).toBe(
    strength,
  )
})
