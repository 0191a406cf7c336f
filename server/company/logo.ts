import { redrawImage } from '#server/files/images.ts'
import { sniffPhoto } from '#server/files/sniff.ts'
import type { Upload } from '#server/files/store.ts'

/** Four times what it measures on a sheet, so that it is sharp on paper. */
const largest = { width: 960, height: 320 } as const

/** A logo that was drawn anew from an upload. */
interface DrawnLogo {
  readonly png: Buffer
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/**
 * Draws an upload anew as a PNG of bounded size, so that nothing else that its file may contain is stored or served.
 * Undefined with a problem where it isn’t an image that is taken.
 */
export async function drawLogo(
  upload: Upload | undefined,
  problems: Map<string, string[]>,
): Promise<DrawnLogo | undefined> {
  if (problems.size > 0) return undefined
  const sniffed = upload ? await sniffPhoto(upload, 'logo') : { problem: 'Choose an image' }
  if (upload && !('problem' in sniffed)) return redrawImage(upload.tempPath, largest)
  problems.set('logo', ['problem' in sniffed ? sniffed.problem : 'Choose an image'])
  return undefined
}
