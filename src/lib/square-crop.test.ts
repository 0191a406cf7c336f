import { expect, test } from 'vitest'

import { middleSquare } from './square-crop.ts'

test('the first crop is the largest square in the middle', () => {
  expect(middleSquare({ width: 300, height: 200 })).toEqual({ x: 50, y: 0, side: 200 })
})
