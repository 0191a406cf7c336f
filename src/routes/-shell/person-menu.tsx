import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'

import { session } from '#api/session.ts'

import { useLeave, useSwitchAccount } from './leaving.ts'
import { PersonButton } from './person-button.tsx'

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const

/** Accounts, appearance and the way out. */
export function PersonMenu({
  defaultOpened,
  onShortcuts,
}: {
  defaultOpened: boolean
  onShortcuts: () => void
}) {
  const { data: current } = useSuspenseQuery(session.current())
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const leave = useLeave()
  const switchAccount = useSwitchAccount()
  return (
    <Menu
      position="bottom-end"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      defaultOpened={defaultOpened}
      width={260}
    >
      <Menu.Target>
        <PersonButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" fw={600} c="bright" truncate>
            {current.user.name}
          </Text>
          <Text size="xs" truncate>
            {current.user.email} · {current.account.role}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Label>Account</Menu.Label>
        <Menu.RadioGroup
          value={String(current.account.id)}
          onChange={(id) => {
            if (id !== String(current.account.id)) switchAccount(Number(id))
          }}
        >
          {current.accounts.map(({ id, name }) => (
            <Menu.RadioItem key={id} value={String(id)} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as (typeof schemes)[number]['value'])}
        >
          {schemes.map(({ value, label, icon: Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={16} aria-hidden />}>
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden />} onClick={onShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave.mutate(false)}>
          Sign out
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave.mutate(true)}>
          Sign out everywhere
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
