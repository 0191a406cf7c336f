import { IconPackages } from '@tabler/icons-react'

import { ButtonLink } from '#kit/link.tsx'
import { EmptyList } from '#kit/list/empty.tsx'

interface Props {
  isPastTheEnd: boolean
  isFiltered: boolean
  canManage: boolean
  canImport: boolean
  onFirstPage: () => void
  /** Removes all filters. */
  onClear: () => void
}

/** Why the list shows no service. */
export function NoServices({ isPastTheEnd, isFiltered, canManage, canImport, onFirstPage, onClear }: Props) {
  return (
    <EmptyList
      icon={IconPackages}
      isPastTheEnd={isPastTheEnd}
      onFirstPage={onFirstPage}
      noMatch={
        isFiltered && {
          title: 'No matching services',
          hint: 'Try fewer words, or remove a filter.',
          onClear,
        }
      }
      nothing={{
        title: 'No services yet',
        hint: 'Add what you sell to put it on proposals and invoices.',
        action: canManage && (
          <>
            <ButtonLink to="/services/new" search={{}}>
              Create your first service
            </ButtonLink>
            {canImport && (
              <ButtonLink to="/services/import" variant="default">
                Import services
              </ButtonLink>
            )}
          </>
        ),
      }}
    />
  )
}
