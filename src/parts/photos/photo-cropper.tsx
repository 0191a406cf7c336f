import { Skeleton } from '@mantine/core'
import { Suspense } from 'react'

import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import type { PhotoSource } from './photo-source.ts'

const SquareCropper = lazyWithRetry(async () => (await import('#kit/square-cropper.tsx')).SquareCropper)

interface Props {
  source: PhotoSource
  onCrop: (picture: File, turn: number) => void
  /** Absent where saving ends it. */
  onDone?: () => void
}

/** Crops a photo that was chosen. A form without one doesn't fetch it. */
export const PhotoCropper = ({ source: { image, url, turn }, onCrop, onDone }: Props) => (
  <Suspense fallback={<Skeleton h="16rem" w="16rem" />}>
    <SquareCropper
      key={turn}
      image={image}
      url={url}
      onCrop={(picture) => onCrop(picture, turn)}
      {...(onDone && { onDone })}
    />
  </Suspense>
)
