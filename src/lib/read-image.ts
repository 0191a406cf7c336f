import { imageFormatOf } from './file-check.ts'

/** Of a picture that the browser can't draw. */
export const cannotOpen = 'This image can’t be opened. Choose another one.'

/** Returns the picture, or why there is none. What is sent is a part cut out of it, so it may itself be large. */
export async function readImage(file: File, largestBytes: number): Promise<ImageBitmap | string> {
  if (file.size > largestBytes)
    return `This image is larger than ${largestBytes / 1024 / 1024} MB. Choose a smaller one.`
  if (!(await imageFormatOf(file))) return 'Choose a PNG, JPEG, WebP or GIF image.'
  try {
    return await createImageBitmap(file)
  } catch {
    return cannotOpen
  }
}
