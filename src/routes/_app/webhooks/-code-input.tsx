import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useId, useState } from 'react'

import { deliveryFilter } from '#contract/delivery-filter.ts'

interface Props {
  /** A status such as `404` or a class such as `4xx`; undefined for any. */
  code: string | undefined
  onCode: (code: string | undefined) => void
}

const debounceMs = 300

/** Filters by the receiver's response code. Says so when the text isn't a code, instead of ignoring it. */
export function CodeInput({ code, onCode }: Props) {
  const listId = useId()
  const [typed, setTyped] = useState(code ?? '')
  const [seen, setSeen] = useState(code)
  const [isInvalid, setIsInvalid] = useState(false)
  // Changed by other means than typing, such as Back or Clear.
  if (code !== seen) {
    setSeen(code)
    setIsInvalid(false)
    if (parseCode(typed) !== code) setTyped(code ?? '')
  }
  const apply = useDebouncedCallback((text: string) => {
    const parsed = parseCode(text)
    setIsInvalid(parsed === null)
    if (parsed !== null && parsed !== code) onCode(parsed)
  }, debounceMs)
  return (
    <>
      <TextInput
        aria-label="Response code"
        size="xs"
        placeholder="Code: 4xx"
        list={listId}
        autoComplete="off"
        value={typed}
        error={isInvalid && 'Enter 404 or 4xx'}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value)
          apply(value)
        }}
      />
      <datalist id={listId}>
        {['2xx', '3xx', '4xx', '5xx'].map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** Undefined: any. Null: not a code. */
function parseCode(text: string): string | undefined | null {
  const trimmed = text.trim().toLowerCase()
  if (trimmed === '') return undefined
  const parsed = deliveryFilter.code.safeParse(trimmed)
  return parsed.success ? parsed.data : null
}
