import { ActionIcon, Menu } from '@mantine/core'
import { type Icon, IconDots, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'

interface Props {
  /** Its width in pixels. */
  width: number
  /** `RecordMenuItem`s. */
  children: ReactNode
}

/** Further actions of a record, behind one button beside the others. */
export function RecordMenu({ width, children }: Props) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label="More actions">
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

/** The same at the end of a row, where `name` says whose it is. */
export function RowMenu({ width, name, children }: Props & { name: string }) {
  return (
    <Menu position="bottom-end" width={width}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions for ${name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}

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

/** The last action of a menu: it deletes the record. */
export const DeleteMenuItem = (props: Pick<ItemProps, 'disabled' | 'onClick'>) => (
  <RecordMenuItem icon={IconTrash} isDestructive {...props}>
    Delete
  </RecordMenuItem>
)
