import { Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'

import { customerTrash } from '#api/customer-trash.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'
import type { Failure } from '#kit/problem.tsx'
import { prepareToasts } from '#kit/toast.ts'
import { dayOf } from '#lib/dates.ts'
import { ScreenProblem } from '#routes/-screen-problem.tsx'

import { deletedName } from './deleted-name.ts'
import { useTrashActions } from './use-trash-actions.ts'

prepareToasts()

/** In place of a customer's page that doesn't exist: says who deleted the customer, and offers to restore it. */
export function DeletedCustomerPage({ id, error }: { id: number; error: Failure }) {
  const router = useRouter()
  const { data: customer, isPending } = useQuery({ ...customerTrash.one(id), retry: false })
  const { isBusy, restore } = useTrashActions()
  if (isPending) return null
  if (!customer) return <ScreenProblem error={error} />
  return (
    <EmptyState
      icon={IconTrash}
      title={`${deletedName(customer)} was deleted`}
      isPage
      role="alert"
      action={
        <Group>
          <Button loading={isBusy} onClick={() => restore([customer], () => void router.invalidate())}>
            Restore
          </Button>
          <ButtonLink to="/customers" variant="default">
            Back to customers
          </ButtonLink>
        </Group>
      }
    >
      Deleted by {customer.deleted_by} on {dayOf(customer.deleted_at)}. The customer can be restored until{' '}
      {dayOf(customer.expires_at)}.
    </EmptyState>
  )
}
