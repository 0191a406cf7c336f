import { pictureOf } from './square-crop.ts'

const side = 512
const largestPx = 220
const widest = 0.62 * side

/** A photo for those who have none: initials in white on a calm colour of that hue (degrees, 0 to 360). */
export async function drawInitials(initials: string, hue: number): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The image couldn’t be created')
  const shade = context.createLinearGradient(0, 0, side, side)
  shade.addColorStop(0, `oklch(0.56 0.11 ${hue})`)
  shade.addColorStop(1, `oklch(0.44 0.11 ${(hue + 24) % 360})`)
  context.fillStyle = shade
  context.fillRect(0, 0, side, side)
  context.fillStyle = 'oklch(0.99 0 0)'
  context.font = fontOf(largestPx)
  const { width } = context.measureText(initials)
  // Wide letters get smaller, so that a round frame cuts nothing off.
  context.font = fontOf(largestPx * Math.min(1, widest / width))
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(initials)
  context.fillText(initials, side / 2, side / 2 + (above - below) / 2)
  return pictureOf(canvas, 'image/png', 'initials')
}

const fontOf = (px: number) => `600 ${px}px system-ui, sans-serif`
