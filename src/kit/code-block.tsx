import { Text } from '@mantine/core'
import type { ReactNode } from 'react'

import { type Language, highlight } from '#lib/highlight.ts'

import { CopyButton } from './copy-button.tsx'

import classes from './code-block.module.css'

interface Props {
  label: string
  text: string
  /** Colors the text quietly. */
  language?: Language
  /** Wraps long lines instead of scrolling sideways. */
  wraps?: boolean
  /** Text for the clipboard, if it isn't the text shown. Null: no copy button. */
  copies?: string | null
  maxHeight?: number
  /** Shown instead of the label, which still names the text for screen readers. */
  heading?: ReactNode
  /** Between the heading and the copy button. */
  controls?: ReactNode
}

/** Text to read as it is: requests, answers, programs. */
export function CodeBlock({
  label,
  text,
  language,
  wraps = false,
  copies = text,
  maxHeight = 360,
  heading = label,
  controls,
}: Props) {
  return (
    <div className={classes['frame']}>
      <div className={classes['head']}>
        <Text size="xs" fw={500} c="dimmed" component="div">
          {heading}
        </Text>
        <div className={classes['controls']}>
          {controls}
          {copies !== null && <CopyButton label="Copy" text={copies} size="compact-sm" variant="subtle" />}
        </div>
      </div>
      <pre
        className={`${classes['text']} ${wraps ? classes['wrapped'] : ''}`}
        style={{ maxHeight }}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        {language === undefined ? text : <Colored text={text} language={language} />}
      </pre>
    </div>
  )
}

function Colored({ text, language }: { text: string; language: Language }) {
  return highlight(text, language).map((token, index) =>
    token.kind === undefined ? (
      token.text
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the tokens of one text never change places
      <span key={index} className={classes[token.kind]}>
        {token.text}
      </span>
    ),
  )
}
