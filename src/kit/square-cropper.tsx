import { Button, Group, Stack, Text } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'

import 'react-easy-crop/react-easy-crop.css'

import { cutOut } from '#lib/square-crop.ts'

import classes from './square-cropper.module.css'

const closest = 6
/** A photo of fewer pixels would be a blur. */
const fewestPixels = 32

interface Props {
  image: ImageBitmap
  /** An address of the same picture. */
  url: string
  onCrop: (picture: File) => void
  /** Absent where another button ends it. */
  onDone?: () => void
}

/**
 * Crops a picture to a square: drag it or use the arrow keys to move it, the slider or two fingers to zoom. Every change
 * takes effect at once, so there is nothing to confirm before continuing.
 */
export function SquareCropper({ image, url, onCrop, onDone }: Props) {
  const [place, setPlace] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const lastCut = useRef(0)
  const zoomId = useId()
  const mostZoom = Math.max(1, Math.min(closest, Math.min(image.width, image.height) / fewestPixels))
  const cut = async ({ x, y, width }: Area) => {
    const turn = ++lastCut.current
    const picture = await cutOut(image, { x, y, side: width })
    if (turn === lastCut.current) onCrop(picture)
  }
  return (
    <Stack gap="xs" maw="16rem">
      <div className={classes.view}>
        <Cropper
          image={url}
          crop={place}
          zoom={zoom}
          maxZoom={mostZoom}
          aspect={1}
          cropShape="round"
          objectFit="cover"
          showGrid={false}
          keyboardStep={8}
          // The wheel scrolls the page; two fingers on a touchpad arrive as one with Ctrl.
          onWheelRequest={({ ctrlKey }) => ctrlKey}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          onCropComplete={(_, area) => void cut(area)}
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'application', 'aria-label': 'Crop area. Use the arrow keys to move it.' }}
          // The service’s policy allows no styles in the page.
          disableAutomaticStylesInjection
        />
      </div>
      <label htmlFor={zoomId}>
        <Text size="sm">Zoom</Text>
      </label>
      <input
        id={zoomId}
        type="range"
        className={classes.zoom}
        min={1}
        max={mostZoom}
        step={0.05}
        value={zoom}
        onChange={(event) => setZoom(Number(event.currentTarget.value))}
      />
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          Drag the photo, or use the arrow keys
        </Text>
        {onDone && (
          <Button size="xs" variant="default" flex="none" onClick={onDone}>
            Done
          </Button>
        )}
      </Group>
    </Stack>
  )
}
