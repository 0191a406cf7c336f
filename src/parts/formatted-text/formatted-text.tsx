import { Fragment, type ReactNode } from 'react'

import { type Inline, parseFormattedText } from '#contract/values/formatted-text.ts'

import classes from './formatted-text.module.css'

const headings = { 1: 'h3', 2: 'h4', 3: 'h5' } as const

/** A text in the closed grammar of proposals and contracts; nothing in it is markup. */
export const FormattedText = ({ text }: { text: string }) => (
  <div className={classes.text} dir="auto">
    {parseFormattedText(text).map((block, index) => {
      const key = `${index}`
      if (block.kind === 'paragraph') return <p key={key}>{inline(block.children)}</p>
      if (block.kind === 'heading') {
        const Heading = headings[block.level]
        return <Heading key={key}>{inline(block.children)}</Heading>
      }
      const items = block.items.map((item, at) => {
        const place = `${at}`
        return <li key={place}>{inline(item)}</li>
      })
      return block.isNumbered ? (
        <ol key={key} start={block.start}>
          {items}
        </ol>
      ) : (
        <ul key={key}>{items}</ul>
      )
    })}
  </div>
)

const inline = (nodes: readonly Inline[]): ReactNode =>
  nodes.map((node, index) => {
    const key = `${index}`
    switch (node.kind) {
      case 'text':
        return <Fragment key={key}>{node.text}</Fragment>
      case 'bold':
        return <strong key={key}>{inline(node.children)}</strong>
      case 'italic':
        return <em key={key}>{inline(node.children)}</em>
      case 'link':
        return (
          <a key={key} href={node.href} target="_blank" rel="noreferrer">
            {inline(node.children)}
          </a>
        )
    }
  })
