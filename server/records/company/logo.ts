import { redrawImage } from '#server/platform/files/images.ts'

/** Four times what it measures on a sheet, so that it is sharp on paper. */
const largest = { width: 960, height: 320 } as const

/** Draws an upload anew as a PNG of bounded size. Returns it with its size in pixels. */
export async function drawLogo(
  path: string,
): Promise<{ readonly file: Buffer; readonly width: number; readonly height: number }> {
  const { png, width, height } = await redrawImage(path, largest)
  return { file: png, width, height }
}
