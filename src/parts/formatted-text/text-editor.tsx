import { Input } from '@mantine/core'
import type { JSONContent } from '@tiptap/core'
import { ListItem } from '@tiptap/extension-list'
import { Slice } from '@tiptap/pm/model'
import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'

import { isSafeLink } from '#contract/values/formatted-text.ts'
import { isFinishKey } from '#kit/page-keys.ts'

import { contentOf, textOf } from './editor-content.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import type { FormattedTextInputProps } from './formatted-text-input.tsx'
import { pastedHtml } from './pasted-html.ts'

import classes from './formatted-text.module.css'

/** What formatted text can contain, and nothing else: what is pasted loses the rest. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      // “customer.name” of a placeholder would become a link.
      autolink: false,
      isAllowedUri: (href) => isSafeLink(href),
    },
    blockquote: false,
    code: false,
    codeBlock: false,
    dropcursor: false,
    gapcursor: false,
    horizontalRule: false,
    listItem: false,
    strike: false,
    trailingNode: false,
    underline: false,
  }),
  // Without lists in lists.
  ListItem.extend({ content: 'paragraph' }),
]

/** Several lines are read as they would be if they were stored; words within a line keep the space around them. */
const pastedText = (text: string): JSONContent =>
  text.includes('\n')
    ? contentOf(text)
    : { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }

/** Where formatted text is written as it will look, with its toolbar. */
export function TextEditor({ label, value, error, onChange }: FormattedTextInputProps) {
  const errorId = useId()
  const known = useRef(value)
  const [content] = useState(() => contentOf(value))
  const editor = useEditor({
    extensions,
    content,
    // The styles are in a file: a page takes none from scripts.
    injectCSS: false,
    textDirection: 'auto',
    onUpdate: ({ editor: changed }) => {
      known.current = textOf(changed.getJSON())
      onChange(known.current)
    },
    editorProps: {
      attributes: {
        class: classes.text ?? '',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
        ...(error !== undefined && { 'aria-invalid': 'true', 'aria-describedby': errorId }),
      },
      transformPastedHTML: pastedHtml,
      clipboardTextParser: (text, _context, _isPlain, { state }) =>
        Slice.maxOpen(state.schema.nodeFromJSON(pastedText(text)).content),
      // Ctrl+Enter finishes the form, and would break the line as well.
      handleDOMEvents: { keydown: (_, event) => isFinishKey(event) },
    },
  })
  const show = useEffectEvent((text: string) => {
    if (text !== known.current) editor.commands.setContent(contentOf(text), { emitUpdate: false })
    known.current = text
  })
  useEffect(
    function followChangesFromOutside() {
      show(value)
    },
    [value],
  )
  return (
    <>
      <div className={classes.frame} data-error={error !== undefined || undefined}>
        <EditorToolbar editor={editor} label={label} />
        <EditorContent editor={editor} className={classes.written} />
      </div>
      {error !== undefined && <Input.Error id={errorId}>{error}</Input.Error>}
    </>
  )
}
