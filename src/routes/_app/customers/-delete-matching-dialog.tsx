import { Alert, Code, List, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { customers } from '#api/customers.ts'
import { type MatchingRequest, matchingDeletions } from '#api/matching-deletion.ts'
import { isUnanswered } from '#api/watch-job.ts'
import { keptInTrashDays } from '#contract/customers/trash.ts'
import { useAttempt } from '#kit/attempt.ts'
import { FormDialog } from '#kit/form-dialog.tsx'
import { InlineProblem } from '#kit/inline-problem.tsx'
import { prepareToasts } from '#kit/toast.ts'
import { numberText } from '#lib/locale.ts'

import { countOf } from './-deletion.tsx'
import { followDeletion } from './-matching-deletion.tsx'
import { useHasTrash } from './-trash/use-has-trash.ts'

prepareToasts()

interface Props {
  query: MatchingRequest['query']
  /** How many customers match. */
  total: number
  /** The list's filters, in words. */
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
  const [unanswered, setUnanswered] = useState<Omit<MatchingRequest, 'key'>>()
  const request = useAttempt(matchingDeletions.request())
  // A deletion that may have begun already is retried as it was, even if fewer match by now.
  const matching = unanswered ?? { query, count: total }
  const isConfirmed = typed.replaceAll(/\D/g, '') === String(matching.count)
  const refused = request.error?.fields['count']
  const send = () =>
    request.mutate(matching, {
      onSuccess: (deletion) => {
        onClose()
        onDeleting()
        void followDeletion(client, deletion)
      },
      onError: (error) => {
        setUnanswered(isUnanswered(error) ? matching : undefined)
        if (error.fields['count'] === undefined) return
        setTyped('')
        void client.invalidateQueries({ queryKey: customers.all })
      },
    })
  return (
    <FormDialog
      title={`Delete ${countOf(matching.count)}?`}
      action={unanswered ? 'Try again' : `Delete ${countOf(matching.count)}`}
      isDestructive
      isDisabled={!isConfirmed}
      request={request}
      problem={
        unanswered ? (
          <Alert color="red" variant="light" role="alert">
            {request.error?.message}. The deletion may have started. Try again to find out; it won’t start
            twice.
          </Alert>
        ) : (
          refused === undefined && <InlineProblem error={request.error} />
        )
      }
      onSubmit={send}
      onClose={onClose}
    >
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
            Type <Code>{numberText(matching.count)}</Code> to confirm
          </>
        }
        data-autofocus
        autoComplete="off"
        inputMode="numeric"
        value={typed}
        error={refused && `${refused}. Check the list, then type the new number.`}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
