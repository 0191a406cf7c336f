import { ActionIcon, Tooltip } from '@mantine/core'
import { useRovingIndex } from '@mantine/hooks'
import {
  type Icon,
  IconBold,
  IconH1,
  IconH2,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
} from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import { type ComponentProps, memo, useState } from 'react'

import { commandKey } from '#kit/page-keys.ts'

import { LinkForm } from './link-form.tsx'

import classes from './formatted-text.module.css'

interface Tool {
  readonly label: string
  readonly icon: Icon
  readonly keys?: string
  readonly isOn: (editor: Editor) => boolean
  readonly run: (editor: Editor) => void
}

/** Formatting that is either on or off where the caret is. */
const toggles: readonly Tool[] = [
  {
    label: 'Bold',
    icon: IconBold,
    keys: `${commandKey} B`,
    isOn: (editor) => editor.isActive('bold'),
    run: (editor) => editor.chain().focus().toggleBold().run(),
  },
  {
    label: 'Italic',
    icon: IconItalic,
    keys: `${commandKey} I`,
    isOn: (editor) => editor.isActive('italic'),
    run: (editor) => editor.chain().focus().toggleItalic().run(),
  },
  {
    label: 'Heading',
    icon: IconH1,
    isOn: (editor) => editor.isActive('heading', { level: 1 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 1 }).run(),
  },
  {
    label: 'Small heading',
    icon: IconH2,
    isOn: (editor) => editor.isActive('heading', { level: 2 }),
    run: (editor) => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    label: 'Bulleted list',
    icon: IconList,
    isOn: (editor) => editor.isActive('bulletList'),
    run: (editor) => editor.chain().focus().toggleBulletList().run(),
  },
  {
    label: 'Numbered list',
    icon: IconListNumbers,
    isOn: (editor) => editor.isActive('orderedList'),
    run: (editor) => editor.chain().focus().toggleOrderedList().run(),
  },
]

/** How the text at the caret is formatted. One stop of Tab; the arrow keys go from tool to tool. */
export const EditorToolbar = memo(function Toolbar({ editor, label }: { editor: Editor; label: string }) {
  const [isLinking, setLinking] = useState(false)
  const on = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      toggles: toggles.map((tool) => tool.isOn(current)),
      link: current.isActive('link'),
    }),
  })
  const { getItemProps } = useRovingIndex({ total: toggles.length + 1 })
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={`Formatting, ${label}`}>
      {toggles.map((tool, index) => (
        <ToolButton
          key={tool.label}
          {...getItemProps({ index, onClick: () => tool.run(editor) })}
          label={tool.label}
          icon={tool.icon}
          keys={tool.keys}
          isOn={on.toggles[index] ?? false}
        />
      ))}
      <LinkForm editor={editor} isOpen={isLinking} onOpen={setLinking}>
        <ToolButton
          {...getItemProps({ index: toggles.length, onClick: () => setLinking(!isLinking) })}
          label="Link"
          icon={IconLink}
          isOn={on.link}
        />
      </LinkForm>
    </div>
  )
})

interface ButtonProps extends Omit<ComponentProps<typeof ActionIcon>, 'children'> {
  label: string
  icon: Icon
  keys?: string | undefined
  isOn: boolean
}

const ToolButton = ({ label, icon: Sign, keys, isOn, ...button }: ButtonProps) => (
  <Tooltip label={keys ? `${label} (${keys})` : label}>
    <ActionIcon
      {...button}
      variant={isOn ? 'light' : 'subtle'}
      {...(!isOn && { color: 'gray' })}
      aria-label={label}
      aria-pressed={isOn}
      // The selection stays in the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Sign size={16} aria-hidden />
    </ActionIcon>
  </Tooltip>
)
