import {
  ActionIcon,
  AppShell,
  Burger,
  Group,
  Menu,
  Modal,
  NavLink,
  Text,
  UnstyledButton,
  VisuallyHidden,
  useMantineColorScheme,
} from '@mantine/core'
import { IconLogout, IconMoon, IconSelector, IconSun, IconUsers } from '@tabler/icons-react'
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, Outlet, createFileRoute, redirect, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { ApiError } from '../api/errors.ts'
import { settleGate, watchGate } from '../api/gate.ts'
import { session } from '../api/session.ts'
import { PersonAvatar } from '../kit/person-avatar.tsx'
import { clearDrafts } from '../lib/drafts.ts'
import { SignInForm } from './-sign-in-form.tsx'

export const Route = createFileRoute('/_app')({
  loader: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(session.current())
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== 'unauthenticated') throw error
      throw redirect({ to: '/sign-in', search: { next: location.href } })
    }
  },
  component: Shell,
})

const navigation = [{ to: '/customers', label: 'Customers', icon: IconUsers }] as const

function Shell() {
  const [opened, setOpened] = useState(false)
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 220, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={opened}
              onClick={() => setOpened(!opened)}
              hiddenFrom="sm"
              size="sm"
              aria-label="Navigation"
            />
            <img src="/favicon.svg" alt="" width={28} height={28} />
            <Text fw={700}>Bureau</Text>
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SchemeSwitch />
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Main">
        {navigation.map(({ to, label, icon: Icon }) => (
          <NavLink
            key={to}
            component={Link}
            to={to}
            label={label}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => setOpened(false)}
          />
        ))}
      </AppShell.Navbar>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
      <SignInAgain />
    </AppShell>
  )
}

function SchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const isDark = colorScheme === 'dark'
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={isDark ? 'Light colours' : 'Dark colours'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={18} aria-hidden /> : <IconMoon size={18} aria-hidden />}
    </ActionIcon>
  )
}

function PersonMenu() {
  const { data: current } = useSuspenseQuery(session.current())
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const leave = useMutation({
    ...session.signOut(),
    onSuccess: async () => {
      await clearDrafts()
      await navigate({ to: '/sign-in' })
      queryClient.clear()
    },
  })
  const change = useMutation({
    ...session.switchAccount(),
    onSuccess: async ({ data }) => {
      queryClient.clear()
      queryClient.setQueryData(session.current().queryKey, data)
      await navigate({ to: '/' })
    },
  })
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <UnstyledButton>
          <Group gap="xs" wrap="nowrap">
            <span aria-hidden>
              <PersonAvatar name={current.user.name} src={null} size={32} />
            </span>
            <Text size="sm" fw={500} visibleFrom="sm">
              {current.account.name}
            </Text>
            <VisuallyHidden>Account of {current.user.name}</VisuallyHidden>
            <IconSelector size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{current.user.email}</Menu.Label>
        {current.accounts.map(({ id, name }) => (
          <Menu.Item key={id} disabled={id === current.account.id} onClick={() => change.mutate(id)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => leave.mutate(false)}>
          Sign out
        </Menu.Item>
        <Menu.Item onClick={() => leave.mutate(true)}>Sign out everywhere</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks for the password over the page, so that what is typed below survives an ended session. */
function SignInAgain() {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const { data: current } = useSuspenseQuery(session.current())
  useEffect(() => watchGate(setOpen), [])
  const giveUp = () => {
    settleGate(false)
    void navigate({ to: '/sign-in' })
  }
  return (
    <Modal
      opened={open}
      onClose={giveUp}
      title="Please sign in again"
      closeButtonProps={{ 'aria-label': 'Leave' }}
    >
      <Text size="sm" mb="md">
        Your session ended. What you typed is still here.
      </Text>
      <SignInForm email={current.user.email} onDone={() => settleGate(true)} />
    </Modal>
  )
}
