import { ActionIcon, Menu } from '@mantine/core'
import { type Icon, IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  /** At the end of a row: whose it is. */
  name?: string
  /** `RecordMenuItem`s. */
  children: ReactNode
}

/** Further actions of a record, behind one button. */
export const RecordMenu = ({ name, children }: Props) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <ActionIcon
        {...(name === undefined ? { variant: 'default' } : { variant: 'subtle', color: 'gray' })}
        size="lg"
        aria-label={name === undefined ? 'More actions' : `Actions for ${name}`}
      >
        <IconDots size={18} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
)

interface ItemProps {
  icon: Icon
  /** Red, and set apart from the actions before it. */
  isDestructive?: boolean
  disabled?: boolean
  onClick?: () => void
  /** Makes it a link: returns one with these props. */
  renderRoot?: (props: object) => ReactNode
  children: ReactNode
}

/** One action in the menu. */
export const RecordMenuItem = ({ icon: Sign, isDestructive = false, ...rest }: ItemProps) => (
  <Menu.Item
    {...(isDestructive && { color: 'var(--bureau-bad)', 'data-destructive': true })}
    leftSection={<Sign size={16} aria-hidden />}
    {...rest}
  />
)
