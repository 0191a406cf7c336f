import { qrPath } from '#lib/qr-path.ts'

import type { QrProps } from './qr-code.tsx'

/** Dark on white in both themes: many scanners read nothing else. */
export function QrDrawing({ text, label, size }: QrProps) {
  const { path, side } = qrPath(text)
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
