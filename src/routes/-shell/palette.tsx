import '@mantine/spotlight/styles.layer.css'
import { useMantineColorScheme } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, createSpotlight } from '@mantine/spotlight'
import {
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSearch,
  IconSun,
} from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { customerText, customers } from '#api/customers.ts'
import { usePendingIds } from '#api/pending-deletion.ts'
import { session } from '#api/session.ts'
import type { CustomerRow } from '#contract/customers.ts'
import { fold, searchTerms } from '#contract/folding.ts'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { ownUrl } from '#lib/own-url.ts'

import { useLeave } from './leaving.ts'
import { isLocked, navigation } from './navigation.ts'

const [store, controls] = createSpotlight()

/** Opens the palette. */
export const openPalette = controls.open

const found = 5
const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const

/** Finds screens, actions and customers by a few letters. */
export function Palette({ onShortcuts }: { onShortcuts: () => void }) {
  const [text, setText] = useState('')
  const [sought] = useDebouncedValue(text.trim(), 150)
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const leave = useLeave()
  const hidden = usePendingIds()
  const { data: current } = useSuspenseQuery(session.current())
  const people = useQuery({
    ...customers.list({ page: 1, size: found, search: sought, sort: 'name' }),
    enabled: sought.length > 1,
  })

  const open = navigation.filter((screen) => !isLocked(screen, current))
  const screens = open.map(({ to, label, icon: Icon }) => ({
    label,
    icon: <Icon {...icon} />,
    run: () => void navigate({ to }),
  }))
  const actions = [
    ...(current.abilities.includes('customers.manage')
      ? [
          {
            label: 'New customer',
            icon: <IconPlus {...icon} />,
            run: () => void navigate({ to: '/customers/new' }),
          },
        ]
      : []),
    { label: 'Light theme', icon: <IconSun {...icon} />, run: () => setColorScheme('light') },
    { label: 'Dark theme', icon: <IconMoon {...icon} />, run: () => setColorScheme('dark') },
    {
      label: 'System theme',
      icon: <IconDeviceDesktop {...icon} />,
      run: () => setColorScheme('auto'),
    },
    { label: 'Keyboard shortcuts', icon: <IconKeyboard {...icon} />, run: onShortcuts },
    { label: 'Sign out', icon: <IconLogout {...icon} />, run: () => leave.mutate(false) },
  ]
  const fits = ({ label }: { label: string }) => label.toLowerCase().includes(text.trim().toLowerCase())
  const groups = [
    { title: 'Screens', entries: screens.filter(fits) },
    { title: 'Actions', entries: actions.filter(fits) },
  ].filter(({ entries }) => entries.length > 0)
  // What was found for fewer letters stays until more is known, as far as it still fits: Enter takes the first.
  const words = searchTerms(text)
  const fitting = (row: CustomerRow) => {
    const folded = fold(customerText(row))
    return !hidden.has(row.id) && words.every((word) => folded.includes(word))
  }
  const persons = sought.length > 1 ? (people.data?.rows.filter(fitting) ?? []) : []
  const isLooking = text.trim().length > 1 && (people.isFetching || sought !== text.trim())

  return (
    <Spotlight.Root
      store={store}
      query={text}
      onQueryChange={setText}
      shortcut={null}
      // Its search has the focus and sees to that: left to Mantine, Escape would close every dialog beneath as well.
      closeOnEscape={false}
      clearQueryOnClose
      // Opened again while it still fades away, it has not been cleared.
      onSpotlightOpen={() => setText('')}
      scrollable
      maxHeight={420}
      attributes={{ content: { 'aria-label': 'Find' } }}
    >
      <Spotlight.Search
        placeholder="Search screens, actions and customers"
        aria-label="Search screens, actions and customers"
        data-mantine-stop-propagation
        onKeyDown={({ key }) => key === 'Escape' && controls.close()}
        leftSection={<IconSearch {...icon} />}
      />
      <Spotlight.ActionsList>
        {persons.length > 0 && (
          <Spotlight.ActionsGroup label="Customers">
            {persons.map((person) => (
              <Spotlight.Action
                key={person.id}
                label={`${person.name} ${person.last_name}`}
                description={[person.business_information.company_name, person.email]
                  .filter(Boolean)
                  .join(' · ')}
                leftSection={
                  <PersonAvatar
                    name={`${person.name} ${person.last_name}`}
                    src={person.profile_photo_path && ownUrl(person.profile_photo_path)}
                    size={32}
                  />
                }
                onClick={() => void navigate({ to: '/customers/$id', params: { id: String(person.id) } })}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {groups.map(({ title, entries }) => (
          <Spotlight.ActionsGroup key={title} label={title}>
            {entries.map(({ label, icon: left, run }) => (
              <Spotlight.Action key={label} label={label} leftSection={left} onClick={run} />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {groups.length === 0 && persons.length === 0 && (
          <Spotlight.Empty>{emptyText(isLooking, people.error?.message)}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  )
}

function emptyText(isLooking: boolean, problem: string | undefined): string {
  if (isLooking) return 'Searching…'
  return problem === undefined ? 'No results' : `Couldn’t search customers: ${problem}`
}
