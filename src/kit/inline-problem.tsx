import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { onlineManager } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import type { Failure } from './problem.tsx'

interface Props {
  error: Failure | null
  known?: readonly string[]
  className?: string | undefined
}

/** A write that failed, above its button. `known` are the fields that show their own text. */
export function InlineProblem({ error, known = [], className = '' }: Props) {
  const isBack = useIsBackOnline(error)
  if (!error) return null
  const fields = Object.entries(error.fields ?? {})
  const rest = fields.filter(([name]) => !known.includes(name))
  const message = rest.length === 1 ? rest[0]?.[1] : undefined
  // A field says it already.
  if (rest.length === 0 && fields.some(([, text]) => text === error.message)) return null
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      role="alert"
      className={className}
      title={isBack ? 'You’re back online. Try again.' : (message ?? error.message)}
    >
      {error.kind === 'broken' && error.isExplained !== true && (
        <Text size="sm">Your changes are still here. Try again in a moment.</Text>
      )}
      {rest.length > 1 &&
        rest.map(([name, text]) => (
          <Text size="sm" key={name}>
            {text}
          </Text>
        ))}
    </Alert>
  )
}

/** Whether the connection has come back since this write failed. Writes aren't retried automatically. */
function useIsBackOnline(error: Failure | null): boolean {
  const [over, setOver] = useState<Failure>()
  useEffect(
    function awaitConnection() {
      if (error?.kind !== 'offline') return
      return onlineManager.subscribe((isOnline) => isOnline && setOver(error))
    },
    [error],
  )
  return error !== null && over === error
}

/** The error of a dialog, which says what to do about a record that somebody else has changed meanwhile. */
export const dialogProblem = (error: Failure | null): Failure | null =>
  error?.kind === 'changed'
    ? { ...error, message: 'Someone else has changed it. Close this dialog, look again and retry' }
    : error
