import { Button, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconCloudOff, IconLock, IconMoodEmpty } from '@tabler/icons-react'

/** What a failed load or write tells; errors of the API fit it. */
export interface Failure {
  readonly message: string
  readonly kind?: string
  readonly fields?: Readonly<Record<string, string>>
}

const looks: Record<string, { title: string; hint: string; icon: typeof IconLock }> = {
  offline: {
    title: 'No connection',
    hint: 'Check your network; nothing you typed is lost.',
    icon: IconCloudOff,
  },
  forbidden: { title: 'No access', hint: 'Ask an owner of this account for access.', icon: IconLock },
  absent: { title: 'Not here', hint: 'It may have been deleted.', icon: IconMoodEmpty },
}
const broken = { title: 'That did not work', hint: 'Try again in a moment.', icon: IconAlertTriangle }

/** A load that failed, in place of what it would have shown. */
export function Problem({
  error,
  retry,
  isPage = false,
}: {
  error: Failure
  retry?: () => void
  /** It stands in for a whole screen, so its title is the screen's. */
  isPage?: boolean
}) {
  const { title, hint, icon: Icon } = looks[error.kind ?? ''] ?? broken
  return (
    <Stack align="center" py={64} px="md" role="alert">
      <Icon size={40} stroke={1.5} aria-hidden />
      <Title order={isPage ? 1 : 2} size="h3">
        {title}
      </Title>
      <Text ta="center" maw={480}>
        {error.message}. {hint}
      </Text>
      {retry && error.kind !== 'absent' && (
        <Button variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </Stack>
  )
}
