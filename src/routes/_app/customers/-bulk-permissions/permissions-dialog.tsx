import { List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { customerChanges } from '#api/customer-changes.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'

import { type ChangeDialogProps, useChangeDialog } from '../-changes/use-change-dialog.tsx'
import { countOf } from '../-deletion.tsx'
import { PermissionGrid } from '../-permission-matrix.tsx'
import { PermissionPresets } from '../-permission-presets.tsx'
import {
  type Choices,
  chooseExactly,
  choosePart,
  coverageOf,
  effectsOf,
  grantedToAll,
  namesWith,
} from './choices.ts'

/** Grants and revokes permissions of several customers; what isn't chosen stays as it is. */
export function PermissionsDialog(props: ChangeDialogProps) {
  const { customers, who, onClose } = props
  const [choices, setChoices] = useState<Choices>(new Map())
  const counts = useQuery(customerChanges.permissions(customers))
  const { request, problem, send } = useChangeDialog(props)
  const total = counts.data?.total ?? ('ids' in customers ? customers.ids.length : customers.count)
  const effects = counts.data ? effectsOf(choices, counts.data) : []
  const isChange = effects.some(({ changed }) => changed > 0)
  const title = who ?? countOf(total)
  return (
    <FormDialog
      title={`Change permissions of ${title}`}
      action="Change permissions"
      size="lg"
      isDisabled={!isChange}
      request={request}
      problem={problem}
      onSubmit={() =>
        send({
          kind: 'permissions',
          grant: namesWith(choices, 'grant'),
          revoke: namesWith(choices, 'revoke'),
        })
      }
      onClose={onClose}
    >
      {counts.data ? (
        <Stack gap="xs">
          <PermissionPresets
            granted={grantedToAll(choices, counts.data)}
            onPreset={(granted) => setChoices(chooseExactly(granted, counts.data))}
          />
          <PermissionGrid
            coverageOf={(part) => coverageOf(part, choices, counts.data)}
            onToggle={(part, isOn) => setChoices(choosePart(choices, part, isOn, counts.data))}
          />
        </Stack>
      ) : (
        counts.isPending && <Skeleton height="17.5rem" radius="md" aria-label="Loading permissions" />
      )}
      <div role="region" aria-label="Preview" aria-live="polite">
        {effects.length === 0 ? (
          <Text size="sm" c="dimmed">
            A dash means that only some of the customers have it, and it stays that way. Check it to grant it
            to all, and once more to take it from all.
          </Text>
        ) : (
          <List size="sm">
            {effects.map(({ name, title: permission, text }) => (
              <List.Item key={name}>
                {permission}: {text}
              </List.Item>
            ))}
          </List>
        )}
        {effects.length > 0 && !isChange && (
          <Text size="sm" c="dimmed" mt="xs">
            This wouldn’t change anybody’s permissions.
          </Text>
        )}
      </div>
      <InlineProblem error={counts.error} />
    </FormDialog>
  )
}
