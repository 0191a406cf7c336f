import { Button, Group, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from 'react'

import { type Square, cutOut, drawSquare, middleSquare, moved, zoomOf, zoomed } from '#lib/square-crop.ts'

import classes from './square-cropper.module.css'

const shownPixels = 512
const closest = 6

/**
 * Crops a picture to a square: drag it or use the arrow keys to move it, the slider, plus and minus to zoom. Every change
 * takes effect at once, so there is nothing to confirm before continuing.
 */
export function SquareCropper({
  image,
  onCrop,
  onDone,
}: {
  image: ImageBitmap
  onCrop: (picture: File) => void
  onDone: () => void
}) {
  const [square, setSquare] = useState<Square>(() => middleSquare(image))
  // A drag moves it more often than it is rendered.
  const newest = useRef(square)
  const canvas = useRef<HTMLCanvasElement>(null)
  const dragFrom = useRef<{ x: number; y: number } | null>(null)
  const lastCut = useRef(0)
  const zoomId = useId()

  useEffect(
    function show() {
      if (canvas.current) drawSquare(canvas.current, image, square)
    },
    [image, square],
  )

  const place = (next: Square) => {
    newest.current = next
    setSquare(next)
  }
  const cut = async (next: Square) => {
    place(next)
    const turn = ++lastCut.current
    const picture = await cutOut(image, next)
    if (turn === lastCut.current) onCrop(picture)
  }

  const zoomTo = (zoom: number) =>
    void cut(zoomed(newest.current, Math.min(Math.max(zoom, 1), closest), image))

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const from = dragFrom.current
    if (!from) return
    const scale = newest.current.side / event.currentTarget.clientWidth
    place(moved(newest.current, (from.x - event.clientX) * scale, (from.y - event.clientY) * scale, image))
    dragFrom.current = { x: event.clientX, y: event.clientY }
  }

  const press = (event: KeyboardEvent) => {
    const step = newest.current.side / (event.shiftKey ? 4 : 20)
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[
      event.key
    ]
    const zoom = { '+': 1.15, '=': 1.15, '-': 1 / 1.15 }[event.key]
    if (!by && !zoom) return
    event.preventDefault()
    if (by) void cut(moved(newest.current, by[0] ?? 0, by[1] ?? 0, image))
    if (zoom) zoomTo(zoomOf(newest.current, image) * zoom)
  }

  return (
    <Stack gap="xs" maw="16rem">
      <div
        className={classes.view}
        role="application"
        tabIndex={0}
        aria-label="Crop area. Use the arrow keys to move it, plus and minus to zoom."
        data-testid="cropper"
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          dragFrom.current = { x: event.clientX, y: event.clientY }
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          dragFrom.current = null
          void cut(newest.current)
        }}
        onPointerCancel={() => {
          dragFrom.current = null
        }}
      >
        <canvas ref={canvas} width={shownPixels} height={shownPixels} />
      </div>
      <label htmlFor={zoomId}>
        <Text size="sm">Zoom</Text>
      </label>
      <input
        id={zoomId}
        type="range"
        className={classes.zoom}
        min={1}
        max={closest}
        step={0.05}
        value={zoomOf(square, image)}
        onChange={(event) => zoomTo(Number(event.currentTarget.value))}
      />
      <Group justify="space-between" wrap="nowrap">
        <Text size="xs" c="dimmed">
          Drag the photo, or use the arrow keys
        </Text>
        <Button size="xs" variant="default" flex="none" onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  )
}
