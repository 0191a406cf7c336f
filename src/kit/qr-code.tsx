import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'

import { lazyWithRetry } from './lazy-with-retry.ts'

export interface QrProps {
  text: string
  label: string
  /** Length of a side in pixels. */
  size: number
}

const QrDrawing = lazyWithRetry(async () => (await import('./qr-drawing.tsx')).QrDrawing)

/** A QR code. What draws it is fetched with the first one. */
export const QrCode = (props: QrProps) => (
  <Suspense fallback={<Skeleton height={props.size} width={props.size} />}>
    <QrDrawing {...props} />
  </Suspense>
)
