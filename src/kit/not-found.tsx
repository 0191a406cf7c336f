import { Stack, Text, Title } from '@mantine/core'

import { TextLink } from './link.tsx'

export function NotFound() {
  return (
    <Stack align="center" py={80}>
      <Title order={1}>Page not found</Title>
      <Text>This page doesn’t exist or was deleted.</Text>
      <TextLink to="/">Back to home</TextLink>
    </Stack>
  )
}
