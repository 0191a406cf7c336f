import { Alert, Button, Code, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'

import { customers } from '#api/customers.ts'
import { type MatchingRequest, matchingDeletions } from '#api/matching-deletion.ts'
import { isUnanswered } from '#api/watch-job.ts'
import { keptInTrashDays } from '#contract/customer-trash.ts'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { prepareToasts } from '#kit/toast.ts'
import { numberText } from '#lib/locale.ts'
import { newKey } from '#lib/new-key.ts'

import { countOf } from './-deletion.tsx'
import { followDeletion } from './-matching-deletion.tsx'
import { useHasTrash } from './-trash/use-has-trash.ts'

prepareToasts()

interface Props {
  query: MatchingRequest['query']
  /** How many customers match. */
  total: number
  /** What the list is narrowed by, in words. */
  narrowedBy: readonly string[]
  onClose: () => void
  onDeleting: () => void
}

/**
 * Deletes everyone who matches, once their number is typed. The service refuses if another number matches by then.
 */
export function DeleteMatchingDialog({ query, total, narrowedBy, onClose, onDeleting }: Props) {
  const client = useQueryClient()
  const hasTrash = useHasTrash()
  const [typed, setTyped] = useState('')
  const [key] = useState(newKey)
  const [unanswered, setUnanswered] = useState<MatchingRequest>()
  const request = useSingleFlightMutation(matchingDeletions.request())
  // A deletion that may have begun already is retried as it was, even if fewer match by now.
  const wanted = unanswered ?? { query, count: total, key }
  const isConfirmed = typed.replaceAll(/\D/g, '') === String(wanted.count)
  const refused = request.error?.fields['count']
  // Closing while it is being sent would suggest that nothing happens.
  const close = () => {
    if (!request.isInFlight()) onClose()
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isConfirmed) return
    request.mutate(wanted, {
      onSuccess: (deletion) => {
        onClose()
        onDeleting()
        void followDeletion(client, deletion)
      },
      onError: (error) => {
        setUnanswered(isUnanswered(error) ? wanted : undefined)
        if (error.fields['count'] === undefined) return
        setTyped('')
        void client.invalidateQueries({ queryKey: customers.all })
      },
    })
  }
  return (
    <Modal opened onClose={close} title={`Delete ${countOf(wanted.count)}?`}>
      <form onSubmit={send}>
        <Stack>
          <div>
            <Text size="sm">
              {narrowedBy.length === 0
                ? 'Every customer of this account will be deleted'
                : 'Every customer who matches these filters will be deleted'}
              , with their contacts, files, notes and custom field values. Invoices are kept.{' '}
              {hasTrash
                ? `They can be restored from the trash for ${keptInTrashDays} days.`
                : 'This can’t be undone.'}
            </Text>
            {narrowedBy.length > 0 && (
              <List size="sm" mt="xs">
                {narrowedBy.map((label) => (
                  <List.Item key={label} style={{ overflowWrap: 'anywhere' }}>
                    {label}
                  </List.Item>
                ))}
              </List>
            )}
          </div>
          <TextInput
            label={
              <>
                Type <Code>{numberText(wanted.count)}</Code> to confirm
              </>
            }
            data-autofocus
            autoComplete="off"
            inputMode="numeric"
            value={typed}
            error={refused && `${refused}. Check the list, then type the new number.`}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {unanswered ? (
            <Alert color="red" variant="light" role="alert">
              {request.error?.message}. The deletion may have started. Try again to find out; it won’t start
              twice.
            </Alert>
          ) : (
            refused === undefined && <InlineProblem error={request.error} />
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" disabled={request.isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" color="red" disabled={!isConfirmed} loading={request.isPending}>
              {unanswered ? 'Try again' : `Delete ${countOf(wanted.count)}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
