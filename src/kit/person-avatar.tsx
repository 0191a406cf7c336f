import { useState } from 'react'

import { initials } from '#lib/names.ts'
import { thumbnailUrl } from '#lib/own-url.ts'

import classes from './person-avatar.module.css'

/**
 * A person's photo, or their initials where there is none, or where it isn't on our own origin. `size` is in pixels. Lists
 * show one in every row, so it is two elements and no more.
 */
export function PersonAvatar({ name, src, size = 36 }: { name: string; src: string | null; size?: number }) {
  const [failed, setFailed] = useState<string>()
  const thumbnail = src?.startsWith('/') ? thumbnailUrl(src, size > 64 ? 256 : 64) : null
  const side = `${size / 16}rem`
  return (
    <span
      className={classes.avatar}
      data-avatar
      style={{ width: side, height: side, fontSize: `calc(${side} / 2.5)` }}
    >
      {thumbnail === null || thumbnail === failed ? (
        initials(name)
      ) : (
        <img src={thumbnail} alt="" loading="lazy" onError={() => setFailed(thumbnail)} />
      )}
    </span>
  )
}
