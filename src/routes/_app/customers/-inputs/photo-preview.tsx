import { IconUser } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'

import { paintInitials } from '#lib/initials-photo.ts'
import { FileImage } from '#parts/customer-inputs/file-preview.tsx'

import classes from './photo-preview.module.css'

interface Props {
  photo: File | null
  /** The address of the photo that the customer has already. */
  current?: string | undefined
  /** Without a photo, the initials of this name become one. */
  name: string
  size?: 'sm' | 'md' | 'lg'
}

/** The photo that the customer will have. */
export function PhotoPreview({ photo, current, name, size = 'lg' }: Props) {
  const className = `${classes.photo} ${classes[size]}`
  if (photo) return <FileImage file={photo} alt="Selected, not uploaded yet" className={className} />
  if (current !== undefined) return <img src={current} alt="Current" className={className} />
  return <InitialsImage name={name} className={className} />
}

function InitialsImage({ name, className }: { name: string; className: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(
    function paint() {
      if (name !== '' && canvas.current) paintInitials(canvas.current, name)
    },
    [name],
  )
  if (name === '')
    return (
      <div className={`${className} ${classes.empty}`} aria-hidden>
        <IconUser stroke={1.4} />
      </div>
    )
  return <canvas ref={canvas} className={className} role="img" aria-label="Generated from the initials" />
}
