import { Center, Group, Paper, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** The frame of the pages before anybody is signed in. */
export function Entrance({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder shadow="sm" p={{ base: 'lg', sm: 'xl' }} w="100%" maw={420} radius="lg">
        <Group gap="sm" mb="md">
          <img src="/favicon.svg" alt="" width={36} height={36} />
          <Text fw={700} size="lg">
            Bureau
          </Text>
        </Group>
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed" mb="lg">
          {lead}
        </Text>
        {children}
      </Paper>
    </Center>
  )
}
