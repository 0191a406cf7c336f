import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import { CodeBlock } from '#kit/code-block.tsx'
import { readable } from '#lib/readable-text.ts'

interface Props {
  /** `Response` or `Request`. */
  title: string
  /** Beside the title: the status or the URL. */
  summary: ReactNode
  body: string
  headers: Readonly<Record<string, string>>
  maxHeight?: number
}

type Part = 'body' | 'headers'

const parts = [
  { value: 'body', label: 'Body' },
  { value: 'headers', label: 'Headers' },
] as const

/** One half of an HTTP exchange: its body, or its headers. */
export function MessagePanel({ title, summary, body, headers, maxHeight = 320 }: Props) {
  const [part, setPart] = useState<Part>('body')
  const headerText = headerLines(headers)
  const isEmpty = part === 'body' ? body === '' : headerText === ''
  return (
    <CodeBlock
      label={`${title} ${part}`}
      heading={summary}
      text={isEmpty ? `No ${part}` : part === 'body' ? readable(body) : readable(headerText)}
      {...(part === 'body' && !isEmpty && { language: 'json' })}
      copies={isEmpty ? null : part === 'body' ? body : headerText}
      wraps
      maxHeight={maxHeight}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={`${title}: body or headers`}
          data={[...parts]}
          value={part}
          onChange={(value) => setPart(value as Part)}
        />
      }
    />
  )
}

const headerLines = (headers: Readonly<Record<string, string>>) =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
