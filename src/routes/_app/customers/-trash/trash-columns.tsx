import type { DeletedCustomer } from '#contract/customers/trash.ts'
import { TextLink } from '#kit/link.tsx'
import type { ListColumn } from '#kit/list/columns.tsx'
import { RelativeTime } from '#kit/relative-time.tsx'
import { momentOf } from '#lib/dates.ts'

import { deletedName, mergedText } from './deleted-name.ts'
import { RestoreButton } from './restore-button.tsx'

export const trashColumns: readonly ListColumn<DeletedCustomer>[] = [
  { id: 'name', label: 'Name', text: deletedName, widthRem: 11.5 },
  { id: 'company_name', label: 'Company', text: ({ company_name }) => company_name ?? '', widthRem: 9 },
  { id: 'email', label: 'Email', text: ({ email }) => email, isExtra: true, widthRem: 13 },
  {
    id: 'deleted_by',
    label: 'Deleted by',
    text: ({ deleted_by, ...customer }) => [deleted_by, mergedText(customer)].filter(Boolean).join(', '),
    cell: ({ deleted_by, merged_into, merged_into_name }) =>
      merged_into === null ? (
        deleted_by
      ) : (
        <>
          {deleted_by}, merged into{' '}
          <TextLink to="/customers/$id" params={{ id: String(merged_into) }} inherit>
            <bdi>{merged_into_name ?? 'another customer'}</bdi>
          </TextLink>
        </>
      ),
    widthRem: 11.5,
  },
  {
    id: 'deleted_at',
    label: 'Deleted',
    text: ({ deleted_at }) => momentOf(deleted_at),
    cell: ({ deleted_at }) => <RelativeTime datetime={deleted_at} />,
    widthRem: 7,
  },
  {
    id: 'expires_at',
    label: 'Permanently deleted',
    text: ({ expires_at }) => momentOf(expires_at),
    cell: ({ expires_at }) => <RelativeTime datetime={expires_at} />,
    widthRem: 9.25,
  },
  {
    id: 'actions',
    label: 'Actions',
    text: () => '',
    cell: (customer) => <RestoreButton customer={customer} />,
    widthRem: 6,
  },
]
