import { Code, Stack, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'

/** In place of a screen that the role does not open. */
export function Locked({ title, ability }: { title: string; ability: string }) {
  return (
    <Stack align="center" py={64} px="md">
      <IconLock size={40} stroke={1.5} aria-hidden />
      <Title order={1} size="h3">
        {title}
      </Title>
      <Text ta="center" maw={480}>
        This needs the ability <Code>{ability}</Code>, which your role does not have. An owner of this account
        can give you another role.
      </Text>
    </Stack>
  )
}
