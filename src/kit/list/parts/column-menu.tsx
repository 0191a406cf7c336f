import { Menu } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'

import { ColumnsButton } from './columns-button.tsx'

interface Props {
  choice: {
    readonly all: readonly { readonly id: string; readonly label: string }[]
    readonly visibility: Readonly<Record<string, boolean>>
    readonly show: (id: string, isShown: boolean) => void
    readonly choose: (chosen: Readonly<Record<string, boolean>>) => void
  }
  defaultOpened: boolean
}

export function ListColumnMenu({ choice, defaultOpened }: Props) {
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      defaultOpened={defaultOpened}
    >
      <Menu.Target>
        <ColumnsButton />
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
        {choice.all.slice(1).map(({ id, label }) => (
          <Menu.CheckboxItem
            key={id}
            checked={choice.visibility[id] === true}
            onChange={(isShown) => choice.show(id, isShown)}
          >
            {label}
          </Menu.CheckboxItem>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconRestore size={16} aria-hidden />} onClick={() => choice.choose({})}>
          Reset columns
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
