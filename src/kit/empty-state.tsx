import { Stack, Text, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  icon: Icon
  title: string
  children?: ReactNode
  action?: ReactNode
  /** It stands in for a whole screen, so its title is the screen's. */
  isPage?: boolean
  role?: 'alert'
}

/** In place of what cannot be shown: what that means, and what to do about it. */
export function EmptyState({ icon: Sign, title, children, action, isPage = false, role }: Props) {
  return (
    <Stack align="center" gap="sm" py={64} px="md" role={role}>
      <Sign size={40} stroke={1.5} aria-hidden />
      <Title order={isPage ? 1 : 2} size="h3" ta="center">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" ta="center" maw={480}>
          {children}
        </Text>
      )}
      {action}
    </Stack>
  )
}
