import { Avatar } from '@mantine/core'
import { useEffect, useState } from 'react'

import { initials } from '../../../../lib/names.ts'

/** The chosen photo before it is sent. */
export function PhotoPreview({ photo, name }: { photo: File | null; name: string }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(
    function showFile() {
      if (!photo) return undefined
      const made = URL.createObjectURL(photo)
      setUrl(made)
      return () => URL.revokeObjectURL(made)
    },
    [photo],
  )
  return (
    <Avatar
      src={photo ? url : null}
      size={88}
      radius="xl"
      color="harbour"
      alt={photo ? 'The chosen photo' : ''}
    >
      {initials(name)}
    </Avatar>
  )
}
