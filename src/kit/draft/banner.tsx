import { Button, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'

import classes from './banner.module.css'

interface Props {
  /** The subject of the draft, such as a name. */
  children: ReactNode
  /** Before the text. */
  picture?: ReactNode
  /** Milliseconds since 1970. */
  savedAt: number
  onResume: () => void
  onDiscard: () => void
}

/** Offers a draft, above a form that can be filled in without answering. */
export function DraftBanner({ children, picture, savedAt, onResume, onDiscard }: Props) {
  const time = new Date(savedAt).toISOString()
  return (
    <section className={classes.banner} aria-label="Unsaved draft">
      {picture}
      <div className={classes.text}>
        <Text fw={500} truncate>
          {children}
        </Text>
        <Text size="xs" c="dimmed" title={momentOf(time)}>
          Unsaved draft, last edited <RelativeTime datetime={time} />
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap" className={classes.actions}>
        <Button variant="subtle" color="gray" onClick={onDiscard}>
          Discard draft
        </Button>
        <Button variant="default" onClick={onResume}>
          Resume draft
        </Button>
      </Group>
    </section>
  )
}
