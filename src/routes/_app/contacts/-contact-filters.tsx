import { Button, Group, Popover, Stack } from '@mantine/core'

import { FilterTarget } from '#kit/list/filter-target.tsx'
import { YesNoSelect } from '#kit/list/yes-no-select.tsx'

import { type ContactListSearch, type FilterChange, unfiltered } from './-contact-list-search.ts'

interface Props {
  search: ContactListSearch
  onFilter: (filter: FilterChange) => void
}

/** All filters of the list in one panel; each applies at once, and chips show what is set. */
export function ContactFilters({ search, onFilter }: Props) {
  return (
    <Popover position="bottom-start" width={280} withinPortal={false} trapFocus returnFocus>
      <Popover.Target>
        <FilterTarget />
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <Stack gap="sm">
          <YesNoSelect
            label="Customer"
            yes="Linked to a customer"
            no="Not linked"
            value={search.linked}
            onChange={(linked) => onFilter({ linked })}
          />
          <YesNoSelect
            label="Email"
            yes="Has an email address"
            no="No email address"
            value={search.email}
            onChange={(email) => onFilter({ email })}
          />
          <YesNoSelect
            label="Phone"
            yes="Has a phone number"
            no="No phone number"
            value={search.phone}
            onChange={(phone) => onFilter({ phone })}
          />
          <Group justify="flex-end">
            <Button variant="subtle" size="compact-sm" onClick={() => onFilter(unfiltered)}>
              Clear filters
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
