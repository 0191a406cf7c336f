import { IconPackages } from '@tabler/icons-react'

import { ButtonLink } from '#kit/link.tsx'
import { EmptyList } from '#kit/list/empty.tsx'

interface Props {
  isPastTheEnd: boolean
  isFiltered: boolean
  canManage: boolean
  onFirstPage: () => void
  /** Removes all filters. */
  onClear: () => void
}

/** Why the list shows no service. */
export function NoServices({ isPastTheEnd, isFiltered, canManage, onFirstPage, onClear }: Props) {
  return (
    <EmptyList
      icon={IconPackages}
      isPastTheEnd={isPastTheEnd}
      onFirstPage={onFirstPage}
      noMatch={
        isFiltered && {
          title: 'No matching services',
          hint: 'Remove a filter or broaden your search.',
          clear: 'Clear filters',
          onClear,
        }
      }
      nothing={{
        title: 'The catalog is empty',
        hint: 'Services and products appear here with their prices, ready to compare and quote.',
        action: canManage && (
          <ButtonLink to="/services/new" search={{}}>
            Create your first service
          </ButtonLink>
        ),
      }}
    />
  )
}
