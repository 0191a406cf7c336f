import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { customers } from '#api/customers.ts'
import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'

interface Props {
  canManage: boolean
  canImport: boolean
  canArchive: boolean
  /** Shows those that are archived. */
  onArchived: () => void
}

/** In place of the customers where there are none, or all of them are archived. */
export function NoCustomers({ canManage, canImport, canArchive, onArchived }: Props) {
  const archived = useQuery({
    ...customers.list({ page: 1, size: 1, search: '', sort: '-id', filters: { archived: 'yes' } }),
    enabled: canArchive,
  })
  if ((archived.data?.total ?? 0) > 0)
    return (
      <EmptyState
        icon={IconUsers}
        title="No active customers"
        action={
          <Button variant="default" onClick={onArchived}>
            Show archived customers
          </Button>
        }
      >
        All customers of this account are archived.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={IconUsers}
      title="No customers yet"
      action={
        canManage && (
          <>
            <ButtonLink to="/customers/new">Create your first customer</ButtonLink>
            {canImport && (
              <ButtonLink to="/customers/import" variant="default">
                Import customers
              </ButtonLink>
            )}
          </>
        )
      }
    >
      Add the people and companies you work with.
    </EmptyState>
  )
}
