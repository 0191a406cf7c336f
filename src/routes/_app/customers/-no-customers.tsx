import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'

import { customers } from '#api/customers.ts'
import { ButtonLink } from '#kit/link.tsx'
import { EmptyList } from '#kit/list/empty.tsx'

import type { CustomerListSearch } from './-customer-list-search.ts'

interface Props {
  isPastTheEnd: boolean
  isNarrowed: boolean
  canManage: boolean
  canImport: boolean
  canArchive: boolean
  onChange: (change: Partial<CustomerListSearch>) => void
  onClear: () => void
}

/** Why the list shows no customer: nothing matches, all of them are archived, or there are none. */
export function NoCustomers({
  isPastTheEnd,
  isNarrowed,
  canManage,
  canImport,
  canArchive,
  onChange,
  onClear,
}: Props) {
  const archived = useQuery({
    ...customers.list({ page: 1, size: 1, search: '', sort: '-id', filters: { archived: 'yes' } }),
    enabled: canArchive && !isNarrowed && !isPastTheEnd,
  })
  const isAllArchived = (archived.data?.total ?? 0) > 0
  return (
    <EmptyList
      icon={IconUsers}
      isPastTheEnd={isPastTheEnd}
      onFirstPage={() => onChange({ page: 1 })}
      noMatch={
        isNarrowed && {
          title: 'No matching customers',
          hint: 'Try fewer words, or remove a filter.',
          onClear,
        }
      }
      nothing={
        isAllArchived
          ? {
              title: 'No active customers',
              hint: 'All customers of this account are archived.',
              action: (
                <Button variant="default" onClick={() => onChange({ archived: 'yes' })}>
                  Show archived customers
                </Button>
              ),
            }
          : {
              title: 'No customers yet',
              hint: 'Add the people and companies you work with.',
              action: canManage && (
                <>
                  <ButtonLink to="/customers/new">Create your first customer</ButtonLink>
                  {canImport && (
                    <ButtonLink to="/customers/import" variant="default">
                      Import customers
                    </ButtonLink>
                  )}
                </>
              ),
            }
      }
    />
  )
}
