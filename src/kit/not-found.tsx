import { Stack, Text, Title } from '@mantine/core'
import { TextLink } from './link.tsx'

export function NotFound() {
  return (
    <Stack align="center" py={80}>
      <Title order={1}>Nothing here</Title>
      <Text>This address leads nowhere; it may have been deleted.</Text>
      <TextLink to="/">Back to the start</TextLink>
    </Stack>
  )
}
