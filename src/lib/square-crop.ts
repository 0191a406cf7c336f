/** A square of an image, in the image's own pixels. */
export interface Square {
  x: number
  y: number
  side: number
}

/** The size of an image in pixels. */
export interface Extent {
  width: number
  height: number
}

/** A photo of fewer pixels would be a blur. */
const smallestSide = 32

/** Returns the largest square in the middle of an image. */
export function middleSquare({ width, height }: Extent): Square {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

/** Returns the square moved by `dx` and `dy` pixels of the image, never beyond its edge. */
export function moved(square: Square, dx: number, dy: number, image: Extent): Square {
  return within({ ...square, x: square.x + dx, y: square.y + dy }, image)
}

/** Returns the square at `zoom` times the magnification of the largest one, around the same middle. */
export function zoomed(square: Square, zoom: number, image: Extent): Square {
  const largest = Math.min(image.width, image.height)
  const side = Math.min(largest, Math.max(largest / zoom, Math.min(smallestSide, largest)))
  const shift = (square.side - side) / 2
  return within({ x: square.x + shift, y: square.y + shift, side }, image)
}

/** Returns the magnification of a square, 1 for the largest one. */
export function zoomOf(square: Square, image: Extent): number {
  return Math.min(image.width, image.height) / square.side
}

const longestSide = 640

/** Returns the square as a file: at most 640 pixels a side, a few dozen kilobytes, without a camera's metadata. */
export async function cutOut(image: ImageBitmap, square: Square): Promise<File> {
  const side = Math.max(1, Math.round(Math.min(square.side, longestSide)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  drawSquare(canvas, image, square)
  return pictureOf(canvas, 'image/webp', 'photo')
}

/** Draws the square over the whole canvas. */
export function drawSquare(canvas: HTMLCanvasElement, image: ImageBitmap, square: Square): void {
  const context = canvas.getContext('2d')
  if (!context) return
  context.imageSmoothingQuality = 'high'
  context.clearRect(0, 0, canvas.width, canvas.height)
  const { x, y, side } = square
  context.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height)
}

/** Returns the canvas as a file. Its type and extension are those the browser wrote: not every browser writes every format. */
export async function pictureOf(canvas: HTMLCanvasElement, type: string, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  if (!blob) throw new Error('The image couldn’t be created')
  return new File([blob], `${name}.${blob.type.slice('image/'.length)}`, { type: blob.type })
}

function within({ x, y, side }: Square, { width, height }: Extent): Square {
  const clamp = (value: number, most: number) => Math.min(Math.max(value, 0), Math.max(most, 0))
  return { x: clamp(x, width - side), y: clamp(y, height - side), side }
}
