import { Badge } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  /** A colour of the theme. The icon and the word say the same. */
  color: string
  icon: Icon
  title?: string | undefined
  children: ReactNode
}

/** A state in a word, dark enough on its tint to be read (WCAG AA), which Mantine's own is not. */
export function StateBadge({ color, icon: Sign, title, children }: Props) {
  return (
    <Badge
      variant="light"
      color={color}
      c={`light-dark(color-mix(in srgb, var(--mantine-color-${color}-9), black 35%), var(--mantine-color-${color}-2))`}
      title={title}
      radius="sm"
      tt="none"
      fw={600}
      miw="max-content"
      leftSection={<Sign size={13} aria-hidden />}
    >
      {children}
    </Badge>
  )
}
