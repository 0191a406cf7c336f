import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { type ChangedCustomers, customerChanges } from '#api/customer-changes.ts'
import { customers as customerQueries } from '#api/customers.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts } from '#kit/toast.ts'
import { newKey } from '#lib/new-key.ts'

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
  // The same choice again is the same request: one whose response was lost isn't carried out twice.
  const [key, setKey] = useState(newKey)
  const counts = useQuery(customerChanges.permissions(customers))
  const request = useSingleFlightMutation(customerChanges.request())
  const total = counts.data?.total ?? ('ids' in customers ? customers.ids.length : customers.count)
  const effects = counts.data ? effectsOf(choices, counts.data) : []
  const isChange = effects.some(({ changed }) => changed > 0)
  const title = who ?? countOf(total)
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isChange) return
    const [grant, revoke] = [namesWith(choices, 'grant'), namesWith(choices, 'revoke')]
    request.mutate(
      { kind: 'permissions', customers, grant, revoke, key },
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
    <Modal
      opened
      size="lg"
      onClose={() => request.isInFlight() || onClose()}
      title={`Change permissions of ${title}`}
    >
      <form onSubmit={send}>
        <Stack gap="md">
          <PermissionChoices
            choices={choices}
            onChoose={(name, choice) => {
              setChoices(choose(choices, name, choice))
              setKey(newKey())
            }}
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
          <InlineProblem
            error={
              refused === undefined
                ? request.error
                : { message: `${refused}. Close this, check the list, then try again` }
            }
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={request.isPending} onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!isChange} loading={request.isPending}>
              Change permissions
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
