import { Avatar } from '@mantine/core'
import { useEffect, useRef } from 'react'

import { initials } from '#lib/names.ts'

import classes from './photo-preview.module.css'

/** The chosen photo before it is sent. */
export function PhotoPreview({ photo, name }: { photo: File | null; name: string }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(
    function showFile() {
      if (!photo || !image.current) return undefined
      const url = URL.createObjectURL(photo)
      image.current.src = url
      return () => URL.revokeObjectURL(url)
    },
    [photo],
  )
  if (photo) return <img ref={image} className={classes.photo} alt="Selected, not uploaded yet" />
  return (
    <Avatar size={88} color="harbor" alt="">
      {initials(name)}
    </Avatar>
  )
}
