import { Button, Group, Popover, Stack, TextInput } from '@mantine/core'
import type { Editor } from '@tiptap/react'
import { type ReactNode, useState } from 'react'

import { isSafeLink } from '#contract/values/formatted-text.ts'
import { normalizeWebsite } from '#lib/web-address.ts'

interface Props {
  editor: Editor
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** The button that opens it. */
  children: ReactNode
}

/** Where the selected words, or the link at the caret, lead. */
export function LinkForm({ editor, isOpen, onOpen, children }: Props) {
  const close = () => {
    onOpen(false)
    // A click elsewhere closes it, too, and keeps the focus there.
    editor.commands.focus()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={onOpen}
      closeOnEscape={false}
      width={320}
      trapFocus
      position="bottom-start"
      // Opened again while it faded, it would still have what was typed before.
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>{children}</Popover.Target>
      <Popover.Dropdown
        aria-label="Link"
        onKeyDown={({ key }) => {
          if (key === 'Escape') close()
        }}
      >
        <Address editor={editor} onDone={close} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Address({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const current = (editor.getAttributes('link')['href'] as string | undefined) ?? ''
  const [typed, setTyped] = useState(current)
  const [error, setError] = useState('')
  const save = () => {
    const href = addressOf(typed)
    if (!isSafeLink(href)) {
      setError('Enter an address like https://example.com or anna@example.com')
      return
    }
    const { empty } = editor.state.selection
    const change = editor.chain().extendMarkRange('link')
    const isNew = empty && current === ''
    const marks = [{ type: 'link', attrs: { href } }]
    void (
      isNew ? change.insertContent({ type: 'text', text: typed.trim(), marks }) : change.setLink({ href })
    ).run()
    onDone()
  }
  return (
    <Stack gap="sm">
      <TextInput
        label="Web or email address"
        data-autofocus
        autoComplete="off"
        inputMode="url"
        dir="ltr"
        value={typed}
        error={error}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setError('')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // It isn't the Enter of the form around it.
          event.preventDefault()
          event.stopPropagation()
          save()
        }}
      />
      <Group gap="xs" justify="flex-end">
        {current !== '' && (
          <Button
            variant="subtle"
            color="red"
            size="xs"
            onClick={() => {
              editor.chain().extendMarkRange('link').unsetLink().run()
              onDone()
            }}
          >
            Remove link
          </Button>
        )}
        <Button size="xs" onClick={save}>
          {current === '' ? 'Add link' : 'Change link'}
        </Button>
      </Group>
    </Stack>
  )
}

/** With its scheme; parentheses would end the link where it is stored. */
function addressOf(typed: string): string {
  const text = typed.trim()
  const isEmail = /^[^\s/:@]+@[^\s/:@]+$/.test(text)
  return (isEmail ? `mailto:${text}` : normalizeWebsite(text)).replaceAll('(', '%28').replaceAll(')', '%29')
}
