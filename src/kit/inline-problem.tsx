import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react'

import type { Failure } from './problem.tsx'

/** A load that failed above what was loaded before. */
export function RefreshProblem({ error, retry }: { error: Failure; retry: () => void }) {
  return (
    <Alert
      variant="default"
      mb="sm"
      role="status"
      icon={<IconCloudOff size={18} aria-hidden />}
      title="This may be out of date"
    >
      <Group gap="sm">
        <Text size="sm">{error.message}.</Text>
        <Button size="compact-sm" variant="default" onClick={retry}>
          Try again
        </Button>
      </Group>
    </Alert>
  )
}

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
