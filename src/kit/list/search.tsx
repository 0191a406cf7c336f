import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'

import { usePageKeys, useSingleKeys } from '#kit/page-keys.ts'

const searchAfterMs = 250

interface SearchProps {
  /** `Search customers` */
  label: string
  placeholder: string
  /** The search of the URL. */
  value: string
  /** Why the service rejects it. */
  error?: string | undefined
  /** Replaces it in the URL. */
  onSearch: (text: string) => void
}

/** Searches while you type; `/` moves the focus here from anywhere on the page. */
export function ListSearch({ label, placeholder, value, error, onSearch }: SearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const [hasSingleKeys] = useSingleKeys()
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  // On their way into the URL. Any other text there came from elsewhere, such as Back.
  const [sent, setSent] = useState<readonly string[]>([])
  const search = useDebouncedCallback((typed: string) => {
    if (typed === value) return
    setSent([...sent, typed])
    onSearch(typed)
  }, searchAfterMs)
  if (value !== seen) {
    setSeen(value)
    setSent(sent.slice(sent.indexOf(value) + 1))
    if (!sent.includes(value)) setText(value)
  }
  const change = (typed: string) => {
    setText(typed)
    search(typed)
  }
  usePageKeys(({ key }) => {
    if (key !== '/') return false
    input.current?.focus()
    input.current?.select()
    return true
  })
  return (
    <TextInput
      ref={input}
      aria-label={label}
      aria-keyshortcuts={hasSingleKeys ? '/' : undefined}
      placeholder={placeholder}
      type="search"
      maxLength={200}
      value={text}
      error={error}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={({ key }) => key === 'Enter' && search.flush()}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label="Clear search" onClick={() => change('')} />
      }
      flex={{ base: '1 1 8rem', xs: '1 1 13rem' }}
      maw={{ xs: '20rem' }}
    />
  )
}
