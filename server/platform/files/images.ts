import sharp, { type Metadata, type Sharp } from 'sharp'

import { Turns } from './turns.ts'

sharp.cache(false)
sharp.concurrency(1)

const mebibyte = 1024 * 1024
const mostPixels = 50_000_000
const longestSeconds = 20
/** Memory of a decoder besides whole pictures: rows, tables, the small result. */
const baseBytes = 16 * mebibyte

/**
 * Two images at a time, whichever account they belong to: decoding runs on libuv's four threads, which files and
 * compression need too. All of them together stay within the bytes.
 */
const decoding = new Turns(2, 256 * mebibyte)

/** Whether an image decodes. Its header is read first: what needs more than there is room for is never decoded. */
export async function tryImage(path: string): Promise<'decodes' | 'broken' | 'too-large'> {
  try {
    const need = await needOf(path)
    if (need === undefined) return 'broken'
    if (!decoding.fits(need)) return 'too-large'
    await decoding.run(need, () => open(path).resize(16, 16).raw().toBuffer())
    return 'decodes'
  } catch {
    return 'broken'
  }
}

/** Returns a square WebP thumbnail. Throws where the image does not decode. */
export async function drawThumbnail(path: string, size: number): Promise<Buffer> {
  const need = await needOf(path)
  if (need === undefined) throw new Error('The image has too many pixels')
  return decoding.run(need, () =>
    open(path).rotate().resize(size, size, { fit: 'cover' }).webp({ quality: 82 }).toBuffer(),
  )
}

/**
 * Returns the image as a PNG that fits into that many pixels, turned as its camera says and without anything else that the
 * file contained. Throws where the image does not decode.
 */
export async function redrawImage(
  path: string,
  { width, height }: { readonly width: number; readonly height: number },
): Promise<{ readonly png: Buffer; readonly width: number; readonly height: number }> {
  const need = await needOf(path)
  if (need === undefined) throw new Error('The image has too many pixels')
  const { data, info } = await decoding.run(need, () =>
    open(path)
      .rotate()
      .resize(width, height, { fit: 'inside', withoutEnlargement: true })
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true }),
  )
  return { png: data, width: info.width, height: info.height }
}

function open(path: string): Sharp {
  return sharp(path, { limitInputPixels: mostPixels, failOn: 'error' }).timeout({ seconds: longestSeconds })
}

/** Undefined for an image with too many pixels. */
async function needOf(path: string): Promise<number | undefined> {
  const metadata = await decoding.run(mebibyte, () =>
    sharp(path, { limitInputPixels: mostPixels }).metadata(),
  )
  return metadata.width * metadata.height > mostPixels ? undefined : decodingBytes(metadata)
}

/** Returns the bytes that decoding an image to a thumbnail takes, from its header. Measured with sharp 0.35. */
export function decodingBytes(
  image: Pick<
    Metadata,
    | 'format'
    | 'width'
    | 'height'
    | 'channels'
    | 'depth'
    | 'isProgressive'
    | 'chromaSubsampling'
    | 'orientation'
  >,
): number {
  return baseBytes + Math.ceil(image.width * image.height * bytesPerPixel(image))
}

function bytesPerPixel(image: Parameters<typeof decodingBytes>[0]): number {
  // The row-wise formats never hold the picture as a whole, unless it is interlaced or has to be turned.
  const isWhole = image.isProgressive || (image.orientation ?? 1) > 1
  if (image.format === 'png') return isWhole ? image.channels * (image.depth === 'ushort' ? 2 : 1) : 0.5
  if (image.format === 'jpeg') {
    // A progressive JPEG is refined scan by scan, so all of its coefficients, two bytes each, are kept to the end.
    if (!image.isProgressive) return 0.5
    return 2 * (image.chromaSubsampling === '4:2:0' ? 1.5 : image.channels)
  }
  // A GIF keeps the canvas and the frame, a WebP its pixels with alpha.
  return image.format === 'gif' ? 5 : 4
}
