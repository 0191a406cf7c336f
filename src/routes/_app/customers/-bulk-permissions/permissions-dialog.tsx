import { List, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { type ChangedCustomers, customerChanges } from '#api/customer-changes.ts'
import { customers as customerQueries } from '#api/customers.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { prepareToasts } from '#kit/toast.ts'

import { followChange } from '../-changes/follow-change.tsx'
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

prepareToasts()

interface Props {
  customers: ChangedCustomers
  /** The name of a single customer. */
  who: string | undefined
  onClose: () => void
  onChanging: () => void
}

/** Grants and revokes permissions of several customers; what isn't chosen stays as it is. */
export function PermissionsDialog({ customers, who, onClose, onChanging }: Props) {
  const client = useQueryClient()
  const [choices, setChoices] = useState<Choices>(new Map())
  const counts = useQuery(customerChanges.permissions(customers))
  const request = useAttempt(customerChanges.request())
  const total = counts.data?.total ?? ('ids' in customers ? customers.ids.length : customers.count)
  const effects = counts.data ? effectsOf(choices, counts.data) : []
  const isChange = effects.some(({ changed }) => changed > 0)
  const title = who ?? countOf(total)
  const send = () => {
    const [grant, revoke] = [namesWith(choices, 'grant'), namesWith(choices, 'revoke')]
    request.mutate(
      { kind: 'permissions', customers, grant, revoke },
      {
        onSuccess: (change) => {
          onClose()
          onChanging()
          void followChange(client, change, { who })
        },
        onError: ({ fields }) =>
          fields['count'] !== undefined && void client.invalidateQueries({ queryKey: customerQueries.all }),
      },
    )
  }
  const refused = request.error?.fields['count']
  return (
    <FormDialog
      title={`Change permissions of ${title}`}
      action="Change permissions"
      size="lg"
      isDisabled={!isChange}
      request={request}
      problem={
        <InlineProblem
          error={
            refused === undefined
              ? request.error
              : { message: `${refused}. Close this, check the list, then try again` }
          }
        />
      }
      onSubmit={send}
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
