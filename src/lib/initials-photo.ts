import { hueOf, initials } from './names.ts'
import { pictureOf } from './square-crop.ts'

const sidePx = 256
const largestTextPx = 112
const widestPx = 0.62 * sidePx

/**
 * Returns the photo of a customer who has none: their initials in white on a calm color, a WebP of a few kilobytes. The
 * same name makes the same file, so that sending it again is the same request.
 */
export async function drawInitials(name: string): Promise<File> {
  const canvas = document.createElement('canvas')
  const letters = initials(name)
  // Otherwise the first photo would be drawn in a fallback typeface.
  await document.fonts.load(fontOf(largestTextPx), letters).catch(() => undefined)
  paintInitials(canvas, name)
  const { type, ...file } = await fileOf(canvas)
  return new File([file.bytes], file.name, { type, lastModified: 0 })
}

/** Draws the photo of that name on a canvas; without letters in the name, a figure. */
export function paintInitials(canvas: HTMLCanvasElement, name: string): void {
  canvas.width = sidePx
  canvas.height = sidePx
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The image couldn’t be created')
  const hue = hueOf(name)
  const shade = context.createLinearGradient(0, 0, sidePx, sidePx)
  shade.addColorStop(0, `oklch(0.56 0.11 ${hue})`)
  shade.addColorStop(1, `oklch(0.44 0.11 ${(hue + 24) % 360})`)
  context.fillStyle = shade
  context.fillRect(0, 0, sidePx, sidePx)
  context.fillStyle = 'oklch(0.99 0 0)'
  const letters = initials(name)
  if (letters === '') paintFigure(context)
  else paintLetters(context, letters)
}

function paintLetters(context: CanvasRenderingContext2D, letters: string): void {
  context.font = fontOf(largestTextPx)
  const { width } = context.measureText(letters)
  // Wide letters get smaller, so that a round frame cuts nothing off.
  context.font = fontOf(largestTextPx * Math.min(1, widestPx / width))
  context.textAlign = 'center'
  context.textBaseline = 'alphabetic'
  const { actualBoundingBoxAscent: above, actualBoundingBoxDescent: below } = context.measureText(letters)
  context.fillText(letters, sidePx / 2, sidePx / 2 + (above - below) / 2)
}

function paintFigure(context: CanvasRenderingContext2D): void {
  const middle = sidePx / 2
  context.beginPath()
  context.arc(middle, 0.4 * sidePx, 0.15 * sidePx, 0, 2 * Math.PI)
  context.fill()
  context.beginPath()
  context.ellipse(middle, 0.88 * sidePx, 0.28 * sidePx, 0.24 * sidePx, 0, Math.PI, 2 * Math.PI)
  context.fill()
}

async function fileOf(canvas: HTMLCanvasElement) {
  const webp = await pictureOf(canvas, 'image/webp', 'initials')
  // A browser that can't write WebP writes a PNG, which is several times the size of a JPEG.
  const file = webp.type === 'image/webp' ? webp : await pictureOf(canvas, 'image/jpeg', 'initials')
  return { bytes: file, name: file.name, type: file.type }
}

const fontOf = (px: number) => `600 ${px}px 'Inter Variable', system-ui, sans-serif`
