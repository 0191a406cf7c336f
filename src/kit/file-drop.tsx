import { Box, Button, Group, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconUpload } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react'

import classes from './file-drop.module.css'

interface Props {
  /** Names the button and, for screen readers, the area. */
  label: string
  /** Text of the button, where the label would be too long. */
  title?: string
  hint: string
  accept?: string | undefined
  multiple?: boolean
  /** Offers the camera on touch devices. */
  hasCamera?: boolean
  error?: string | undefined
  /** While files are uploaded: it takes no others, which would be lost. */
  isBusy?: boolean
  /** Every file that was dropped or chosen, whatever `multiple` says. */
  onFiles: (files: File[]) => void
  children?: ReactNode
}

/** A place to drop files on, with a button that chooses them and, on a phone, one that takes a picture. */
export function FileDrop({
  label,
  title = label,
  hint,
  accept,
  multiple = false,
  hasCamera,
  error,
  isBusy = false,
  onFiles,
  children,
}: Props) {
  const [isOver, setOver] = useState(false)
  const isTouch = useMediaQuery('(pointer: coarse)')
  const chooser = useRef<HTMLInputElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  const hintId = useId()
  // Not `disabled`: the button would lose the focus.
  const busy = isBusy ? { 'aria-disabled': true, 'data-disabled': true } : {}

  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0 && !isBusy) onFiles(files)
  }
  const take = (input: HTMLInputElement) => {
    const files = [...(input.files ?? [])]
    // Otherwise choosing the same file again would not be a change.
    input.value = ''
    if (files.length > 0) onFiles(files)
  }

  return (
    <Box
      role="group"
      aria-label={label}
      className={classes.area}
      mod={{ over: isOver, invalid: error !== undefined }}
      onDragOver={(event) => {
        event.preventDefault()
        if (isBusy) event.dataTransfer.dropEffect = 'none'
        setOver(!isBusy)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={drop}
    >
      {children}
      <Group gap="xs">
        <Button
          variant="default"
          {...busy}
          leftSection={<IconUpload size={16} aria-hidden />}
          // The visible text must be part of the name (WCAG 2.5.3).
          aria-label={label.includes(title) ? label : `${label}: ${title}`}
          aria-describedby={hintId}
          aria-invalid={error !== undefined}
          onClick={() => chooser.current?.click()}
        >
          {title}
        </Button>
        {hasCamera && isTouch && (
          <Button
            variant="default"
            {...busy}
            leftSection={<IconCamera size={16} aria-hidden />}
            onClick={() => camera.current?.click()}
          >
            Take a photo
          </Button>
        )}
      </Group>
      <Text id={hintId} size="sm" mt={6} c={error === undefined ? 'dimmed' : 'var(--mantine-color-error)'}>
        {error ?? hint}
      </Text>
      <input
        ref={chooser}
        type="file"
        hidden
        disabled={isBusy}
        aria-label={label}
        accept={accept}
        multiple={multiple}
        onChange={(event) => take(event.currentTarget)}
      />
      <input
        ref={camera}
        type="file"
        hidden
        disabled={isBusy}
        aria-label={`${label}, camera`}
        accept="image/*"
        capture="environment"
        onChange={(event) => take(event.currentTarget)}
      />
    </Box>
  )
}
