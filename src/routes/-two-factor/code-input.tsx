import { TextInput } from '@mantine/core'
import type { ReactNode, Ref } from 'react'

interface Props {
  ref?: Ref<HTMLInputElement>
  label?: string
  description?: ReactNode
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

/** Takes the six digits of an authenticator app, however they are pasted: `123 456` too. */
export function CodeInput({
  ref,
  label = 'Authentication code',
  description,
  value,
  error,
  onChange,
}: Props) {
  return (
    <TextInput
      ref={ref ?? null}
      label={label}
      description={description}
      autoComplete="one-time-code"
      inputMode="numeric"
      spellCheck={false}
      maxLength={12}
      value={value}
      error={error}
      aria-invalid={error !== undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** Returns whether all six digits are there. */
export const isWholeCode = (typed: string): boolean => /^[0-9]{6}$/.test(typed.replace(/[\s-]/g, ''))
