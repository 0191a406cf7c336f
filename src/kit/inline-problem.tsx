import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

import type { Failure } from './problem.tsx'

/** A write that failed, above its button. `known` are the fields that show their own text. */
export function InlineProblem({ error, known = [] }: { error: Failure | null; known?: readonly string[] }) {
  if (!error) return null
  const rest = Object.entries(error.fields ?? {}).filter(([name]) => !known.includes(name))
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      role="alert"
      title={error.message}
    >
      {rest.map(([name, text]) => (
        <Text size="sm" key={name}>
          {name}: {text}
        </Text>
      ))}
    </Alert>
  )
}
