import { Text } from '@mantine/core'
import { type ReactNode, useId } from 'react'

interface Props {
  label: string
  error: string | undefined
  children: ReactNode
}

/** Inputs that are one field of the form, and what is wrong with them together. */
export function ErrorGroup({ label, error, children }: Props) {
  const id = useId()
  return (
    <div role="group" aria-label={label} aria-describedby={error && id}>
      {children}
      {error !== undefined && (
        <Text id={id} size="sm" c="red" mt="xs" role="alert">
          {error}
        </Text>
      )}
    </div>
  )
}
