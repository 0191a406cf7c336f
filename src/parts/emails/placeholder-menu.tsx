import { Button, Menu } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { type FocusEvent, type RefObject, Suspense, useRef } from 'react'

import type { Placeholder } from '#contract/values/placeholders.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'

import type { PlaceholderItemsProps } from './placeholder-items.tsx'

const PlaceholderItems = lazyWithRetry(async () => (await import('./placeholder-items.tsx')).PlaceholderItems)

/** Placeholders that can be inserted where the caret was last. */
export const PlaceholderMenu = ({ allowed, onInsert }: PlaceholderItemsProps) => (
  <Menu position="bottom-end" width={320}>
    <Menu.Target>
      <Button variant="default" size="xs" leftSection={<IconBraces size={14} aria-hidden />}>
        Insert placeholder
      </Button>
    </Menu.Target>
    <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
      <Suspense>
        <PlaceholderItems allowed={allowed} onInsert={onInsert} />
      </Suspense>
    </Menu.Dropdown>
  </Menu>
)

/**
 * Remembers which text input of an element had the focus last, and types placeholders there, or into the first one, so that undo
 * takes them back.
 */
export function usePlaceholders(within: RefObject<HTMLElement | null>) {
  const last = useRef<HTMLElement | null>(null)
  return {
    onFocus: ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target.matches(textInputs)) last.current = target
    },
    onInsert: (name: Placeholder) => {
      const input = last.current?.isConnected
        ? last.current
        : within.current?.querySelector<HTMLElement>(textInputs)
      // After the menu has given the focus back to its button.
      setTimeout(() => {
        input?.focus()
        // Deprecated, and the only way that undo takes back, in inputs and editors alike.
        document.execCommand('insertText', false, `{{${name}}}`)
      })
    },
  }
}

const textInputs =
  'input:not([type=radio], [type=checkbox], [role=combobox]), textarea, [contenteditable=true]'
