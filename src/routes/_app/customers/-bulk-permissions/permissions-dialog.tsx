import { List, Text } from '@mantine/core'
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
import { type Choices, choose, effectsOf, namesWith } from './choices.ts'
import { PermissionChoices } from './permission-choices.tsx'

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
      <PermissionChoices
        choices={choices}
        onChoose={(name, choice) => setChoices(choose(choices, name, choice))}
      />
      <div role="region" aria-label="Preview" aria-live="polite">
        {effects.length === 0 ? (
          <Text size="sm" c="dimmed">
            Choose what to grant or to revoke. Everything else stays as it is.
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
