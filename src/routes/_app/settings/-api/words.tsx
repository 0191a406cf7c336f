import { Code } from '@mantine/core'
import { Fragment } from 'react'

import { CodeBlock } from '#kit/code-block.tsx'

import classes from './words.module.css'

/** A line of Markdown: plain words and `code`. */
export function Line({ text }: { text: string }) {
  return text.split(/(`[^`]+`)/).map((piece, index) =>
    piece.startsWith('`') ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never change places
      <Code key={index} className={classes['code'] ?? ''}>
        {piece.slice(1, -1)}
      </Code>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- the same
      <Fragment key={index}>{piece}</Fragment>
    ),
  )
}

/** A chapter's text: paragraphs, and blocks of JSON between them. `label` names the blocks. */
export function Words({ text, label }: { text: string; label: string }) {
  return (
    <div className={classes['words']}>
      {text.split('\n\n').map((paragraph, index) => {
        const [, code] = /^```json\n([\s\S]*)\n```$/.exec(paragraph) ?? []
        return code === undefined ? (
          <p key={paragraph}>
            <Line text={paragraph} />
          </p>
        ) : (
          <CodeBlock
            key={paragraph}
            label={`${label}, example ${index}`}
            heading="JSON"
            text={code}
            language="json"
          />
        )
      })}
    </div>
  )
}
