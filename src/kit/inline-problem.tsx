import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'

import type { Failure } from './problem.tsx'

/** A write that failed, above its button. `known` are the fields that show their own text. */
export function InlineProblem({ error, known = [] }: { error: Failure | null; known?: readonly string[] }) {
  if (!error) return null
  const fields = Object.entries(error.fields ?? {})
  const rest = fields.filter(([name]) => !known.includes(name))
  // A field says it already.
  if (rest.length === 0 && fields.some(([, text]) => text === error.message)) return null
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      role="alert"
      title={rest.length === 1 ? rest[0]?.[1] : error.message}
    >
      {rest.length > 1 &&
        rest.map(([name, text]) => (
          <Text size="sm" key={name}>
            {text}
          </Text>
        ))}
    </Alert>
  )
}
