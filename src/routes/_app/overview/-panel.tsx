import { Group, Paper, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'

/** One card of the overview, a region under its title. */
export function Panel({
  title,
  side,
  children,
}: {
  title: ReactNode
  side?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} withBorder p={{ base: 'md', sm: 'lg' }}>
      <Group justify="space-between" align="center" mb="md" gap="xs">
        <Title order={3} size="h5" id={id}>
          {title}
        </Title>
        {side}
      </Group>
      {children}
    </Paper>
  )
}
