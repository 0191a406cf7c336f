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

/** Returns the largest square in the middle of an image. */
export function middleSquare({ width, height }: Extent): Square {
  const side = Math.min(width, height)
  return { x: (width - side) / 2, y: (height - side) / 2, side }
}

const longestSide = 640

/** Returns the square as a file: at most 640 pixels a side, a few dozen kilobytes, without a camera's metadata. */
export async function cutOut(image: ImageBitmap, square: Square): Promise<File> {
  const side = Math.max(1, Math.round(Math.min(square.side, longestSide)))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (context) {
    context.imageSmoothingQuality = 'high'
    context.drawImage(image, square.x, square.y, square.side, square.side, 0, 0, side, side)
  }
  return pictureOf(canvas, 'image/webp', 'photo')
}

/** Returns the canvas as a file. Its type and extension are those the browser wrote: not every browser writes every format. */
export async function pictureOf(canvas: HTMLCanvasElement, type: string, name: string): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.9))
  if (!blob) throw new Error('The image couldn’t be created')
  return new File([blob], `${name}.${blob.type.slice('image/'.length)}`, { type: blob.type })
}
