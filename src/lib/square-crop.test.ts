import fc from 'fast-check'
import { expect, test } from 'vitest'

import { middleSquare, moved, zoomOf, zoomed } from './square-crop.ts'

test('the first crop is the largest square in the middle', () => {
  expect(middleSquare({ width: 300, height: 200 })).toEqual({ x: 50, y: 0, side: 200 })
})

test('zooming in and out again shows the same part', () => {
  const image = { width: 400, height: 400 }
  const closer = zoomed(middleSquare(image), 2, image)
  expect(closer).toEqual({ x: 100, y: 100, side: 200 })
  expect(zoomOf(closer, image)).toBe(2)
  expect(zoomed(closer, 1, image)).toEqual(middleSquare(image))
})

test('the square stays inside the image, however it is moved and zoomed', () => {
  const length = fc.integer({ min: 1, max: 8000 })
  const step = fc.record({
    dx: fc.double({ min: -9000, max: 9000, noNaN: true }),
    dy: fc.double({ min: -9000, max: 9000, noNaN: true }),
    zoom: fc.double({ min: 1, max: 8, noNaN: true }),
  })
  fc.assert(
    fc.property(length, length, fc.array(step), (width, height, steps) => {
      const image = { width, height }
      let square = middleSquare(image)
      for (const { dx, dy, zoom } of steps) square = zoomed(moved(square, dx, dy, image), zoom, image)
      expect(square.side).toBeGreaterThan(0)
      expect(square.x).toBeGreaterThanOrEqual(0)
      expect(square.y).toBeGreaterThanOrEqual(0)
      expect(square.x + square.side).toBeLessThanOrEqual(width + 1e-6)
      expect(square.y + square.side).toBeLessThanOrEqual(height + 1e-6)
    }),
  )
})
