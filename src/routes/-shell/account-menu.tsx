import { Menu, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'

import type { Session } from '#contract/access/session.ts'
import { roleName } from '#lib/role-name.ts'
import { useSwitchAccount } from '#routes/-navigation/leaving.ts'

import { AccountButton } from './account-button.tsx'

/** The accounts of the person who is signed in. */
export function AccountMenu({ session, defaultOpened }: { session: Session; defaultOpened: boolean }) {
  const switchAccount = useSwitchAccount()
  return (
    <Menu
      position="bottom-start"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      defaultOpened={defaultOpened}
      checkIcon={<IconCheck size={14} aria-hidden />}
      width={260}
    >
      <Menu.Target>
        <AccountButton session={session} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Accounts</Menu.Label>
        <Menu.RadioGroup
          value={String(session.account.id)}
          onChange={(id) => {
            if (id !== String(session.account.id)) switchAccount(Number(id))
          }}
        >
          {session.accounts.map(({ id, name, role }) => (
            <Menu.RadioItem
              key={id}
              value={String(id)}
              closeMenuOnClick
              rightSection={
                <Text span size="xs" c="dimmed">
                  {roleName(role)}
                </Text>
              }
            >
              <Text span inherit truncate dir="auto">
                {name}
              </Text>
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
