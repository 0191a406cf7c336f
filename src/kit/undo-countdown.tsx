import { Button, Group, Progress, Text } from '@mantine/core'
import { useEffect, useState } from 'react'

import classes from './undo-countdown.module.css'

interface Props {
  /** The pending action: "Deleting Ana Horvat…". */
  text: string
  /** How long it can be taken back. */
  graceMs: number
  deletion: {
    readonly sent: Promise<void>
    readonly undo: () => void
    readonly hold: () => void
    readonly release: () => void
  }
}

/** The time left to undo, in a toast. Hovering or focusing it stops the countdown. */
export function UndoCountdown({ text, graceMs, deletion }: Props) {
  const [isSent, setIsSent] = useState(false)
  useEffect(
    function giveTheFullTime() {
      // It began when the deletion was asked for; what shows it may have taken a while to arrive.
      deletion.release()
      void deletion.sent.then(() => setIsSent(true))
    },
    [deletion],
  )
  return (
    <div
      className={classes['grace']}
      onMouseEnter={deletion.hold}
      onMouseLeave={deletion.release}
      onFocus={deletion.hold}
      onBlur={deletion.release}
    >
      <Group justify="space-between" wrap="nowrap" mb="xs">
        <Text size="sm" lineClamp={1} style={{ overflowWrap: 'anywhere' }}>
          {text}
        </Text>
        <Button
          size="xs"
          variant="default"
          disabled={isSent}
          onClick={deletion.undo}
          style={{ flexShrink: 0 }}
        >
          Undo
        </Button>
      </Group>
      <Progress
        value={100}
        size="xs"
        aria-label="Time to undo"
        classNames={{ section: classes['time'] ?? '' }}
        styles={{ section: { animationDuration: `${graceMs}ms` } }}
      />
    </div>
  )
}
