import { Text } from '@mantine/core'

import { CopyButton } from './copy-button.tsx'

import classes from './code-block.module.css'

interface Props {
  label: string
  text: string
  /** Wraps long lines instead of scrolling sideways. */
  wraps?: boolean
  /** What the copy button puts into the clipboard, where that is not the text shown. Null: no button. */
  copies?: string | null
  maxHeight?: number
}

/** Text to read as it is: requests, answers, programs. */
export function CodeBlock({ label, text, wraps = false, copies = text, maxHeight = 360 }: Props) {
  return (
    <div className={classes['frame']}>
      <div className={classes['head']}>
        <Text size="xs" fw={600} c="dimmed">
          {label}
        </Text>
        {copies !== null && <CopyButton label="Copy" text={copies} size="compact-sm" variant="subtle" />}
      </div>
      <pre
        className={`${classes['text']} ${wraps ? classes['wrapped'] : ''}`}
        style={{ maxHeight }}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        {text}
      </pre>
    </div>
  )
}
