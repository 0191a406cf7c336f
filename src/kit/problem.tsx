import { Button } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconLock, IconMoodEmpty } from '@tabler/icons-react'

import { EmptyState } from './empty-state.tsx'

/** What a failed load or write tells; errors of the API fit it. */
export interface Failure {
  readonly message: string
  readonly kind?: string
  readonly fields?: Readonly<Record<string, string>>
}

const looks: Record<string, { title: string; hint: string; icon: typeof IconLock }> = {
  offline: {
    title: 'No connection',
    hint: 'Check your network. Your changes are safe.',
    icon: IconCloudOff,
  },
  forbidden: { title: 'No access', hint: 'Ask an owner of this account for access.', icon: IconLock },
  absent: { title: 'Not here', hint: 'It may have been deleted.', icon: IconMoodEmpty },
}
const broken = { title: 'Something went wrong', hint: 'Try again in a moment.', icon: IconAlertTriangle }

interface Props {
  error: Failure
  retry?: () => void
  isPage?: boolean
}

/** A load that failed, in place of what it would have shown. */
export function Problem({ error, retry, isPage = false }: Props) {
  const { title, hint, icon } = looks[error.kind ?? ''] ?? broken
  return (
    <EmptyState
      icon={icon}
      title={title}
      isPage={isPage}
      role="alert"
      action={
        retry &&
        error.kind !== 'absent' && (
          <Button variant="default" onClick={retry}>
            Try again
          </Button>
        )
      }
    >
      {error.message}. {hint}
    </EmptyState>
  )
}
