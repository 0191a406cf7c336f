import { Stack, Text, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** In place of a list that has nothing to show: what that means, and what to do about it. */
export function EmptyState({
  icon: Sign,
  title,
  children,
  action,
}: {
  icon: Icon
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <Stack align="center" gap="sm" py={64} px="md">
      <Sign size={40} stroke={1.5} aria-hidden />
      <Title order={2} size="h3" ta="center">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" ta="center" maw={440}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}
