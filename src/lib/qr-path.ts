import { encode } from 'uqr'

/** Blank modules around the code, which scanners look for. */
const quiet = 4

/** Returns the dark modules of a QR code as a path, and the side of the square that it is drawn in, blank around it. */
export function qrPath(text: string): { path: string; side: number } {
  const { data, size } = encode(text, { ecc: 'M', border: 0 })
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x + quiet} ${y + quiet}h1v1h-1z` : '')))
    .join('')
  return { path, side: size + 2 * quiet }
}
