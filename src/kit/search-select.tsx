import { Select, type SelectProps } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'

/** One choice out of many, found by typing. */
export function SearchSelect(props: SelectProps) {
  return (
    <Select
      searchable
      checkIconPosition="right"
      {...props}
      // Mantine's own handling forgets, a moment after the list has opened, which option it highlighted.
      onKeyDownCapture={(event) => {
        props.onKeyDownCapture?.(event)
        if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
        const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
        const highlighted = list?.querySelector<HTMLElement>('[data-combobox-selected]')
        // What is typed is still a search, which doesn't submit a form.
        if (event.currentTarget.getAttribute('aria-expanded') === 'true') event.preventDefault()
        if (!highlighted) return
        event.preventDefault()
        event.stopPropagation()
        highlighted.click()
      }}
    />
  )
}

interface Typed {
  readonly text: string
  /** The label of what is chosen; empty if nothing is. */
  readonly chosen: string
  readonly onText: (text: string) => void
  /** In place of the typed text: "Choose a customer from the list or clear the field". */
  readonly message: string
}

/**
 * Keeps a text that chose nothing in its `SearchSelect`, with an error, when the focus leaves: it would vanish, and the form be
 * saved without it. `useRecordForm` doesn't save a form with such a text.
 */
export function useUnchosen({ text, chosen, onText, message }: Typed) {
  const [refused, setRefused] = useState('')
  const isUnchosen = text.trim() !== '' && text !== chosen
  return {
    error: isUnchosen && refused === text ? message : undefined,
    refuse: () => setRefused(text),
    inputProps: {
      'data-unchosen': isUnchosen || undefined,
      // Saves the form.
      onKeyDownCapture: ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
        if (key === 'Enter' && (ctrlKey || metaKey)) setRefused(text)
      },
      onBlur: () => {
        if (!isUnchosen) return
        setRefused(text)
        onText(text)
      },
    },
  }
}

/** Puts the focus on a `SearchSelect` within whose text chose nothing. Returns whether there is one. */
export function focusUnchosen(within: HTMLElement | null): boolean {
  const input = within?.querySelector<HTMLElement>('[data-unchosen]')
  input?.focus()
  return input != null
}
