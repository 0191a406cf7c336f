import { Menu, Text, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconKeyboard, IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import type { Session } from '#contract/access/session.ts'
import { colorSchemes } from '#kit/color-schemes.ts'
import { useLeave } from '#routes/-navigation/leaving.ts'

import { PersonButton } from './person-button.tsx'

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
      checkIcon={<IconCheck size={14} aria-hidden />}
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
        <Menu.Item
          component={Link}
          to="/settings/profile"
          leftSection={<IconUserCircle size={16} aria-hidden />}
        >
          Profile
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup
          value={colorScheme}
          onChange={(scheme) => setColorScheme(scheme as (typeof colorSchemes)[number]['value'])}
        >
          {colorSchemes.map(({ value, label, icon: Icon }) => (
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
