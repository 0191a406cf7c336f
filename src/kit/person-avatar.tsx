import { Avatar } from '@mantine/core'

import { initials } from '#lib/names.ts'

/** A person's photo, or their initials. `src` must be of our own origin. */
export function PersonAvatar({ name, src, size = 36 }: { name: string; src: string | null; size?: number }) {
  const thumbnail = src === null ? null : `${src}?size=${size > 64 ? 256 : 64}`
  return (
    <Avatar
      src={thumbnail}
      size={size}

      color="harbor"
      variant="light"
      alt=""
      imageProps={{ loading: 'lazy' }}
    >
      {initials(name)}
    </Avatar>
  )
}
