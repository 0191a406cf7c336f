import { Group, Text, UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ButtonHTMLAttributes, Ref } from 'react'

import { session } from '#api/session.ts'
import { PersonAvatar } from '#kit/person-avatar.tsx'

type Props = UnstyledButtonProps &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'style'> & { ref?: Ref<HTMLButtonElement> }

/** Who is signed in, and where; opens the menu. */
export function PersonButton(props: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  return (
    <UnstyledButton {...props}>
      <Group gap="xs" wrap="nowrap">
        <span aria-hidden>
          <PersonAvatar name={current.user.name} src={null} size={32} />
        </span>
        <Text size="sm" fw={500} visibleFrom="sm" maw={200} truncate>
          {current.account.name}
        </Text>
        <VisuallyHidden>{current.user.name}’s account menu</VisuallyHidden>
        <IconSelector size={16} aria-hidden />
      </Group>
    </UnstyledButton>
  )
}
