import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconDeviceDesktop, IconKeyboard, IconLogout, IconMoon, IconSun } from '@tabler/icons-react'

import type { Session } from '#contract/session.ts'

import { useLeave } from './leaving.ts'
import { PersonButton } from './person-button.tsx'

const schemes = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'System', icon: IconDeviceDesktop },
] as const

interface Props {
  session: Session
  defaultOpened: boolean
  onShortcuts: () => void
}

/** Appearance, shortcuts and signing out. */
export function PersonMenu({ session, defaultOpened, onShortcuts }: Props) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const leave = useLeave()
  return (
    <Menu
      position="top-start"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      defaultOpened={defaultOpened}
      width={240}
    >
      <Menu.Target>
        <PersonButton session={session} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="xs" truncate>
            {session.user.email}
          </Text>
        </Menu.Label>
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
