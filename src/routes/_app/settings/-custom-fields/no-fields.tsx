import { Group } from '@mantine/core'
import { IconForms } from '@tabler/icons-react'

import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'

import { starterNames } from './starter-names.ts'
import { starters } from './starters.ts'

/** Before the first field: what they are for, and some to begin with. */
export const NoFields = () => (
  <EmptyState
    icon={IconForms}
    title="Keep what matters to your business"
    action={
      <Group gap="xs" justify="center">
        {starterNames.map((name) => (
          <ButtonLink key={name} to="/settings/custom-fields/new" search={{ like: name }} variant="default">
            {starters[name].name}
          </ButtonLink>
        ))}
        <ButtonLink to="/settings/custom-fields/new">Start from scratch</ButtonLink>
      </Group>
    }
  >
    Add fields for anything else you want to know about customers. Staff fill them in when they add a
    customer, and you can filter, import and export by them.
  </EmptyState>
)
