import { qrPath } from '#lib/qr-path.ts'

/** A QR code, dark on white in both themes: many scanners read nothing else. */
export function QrCode({ text, label, size = 200 }: { text: string; label: string; size?: number }) {
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
