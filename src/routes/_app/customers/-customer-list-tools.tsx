import { Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Suspense } from 'react'

import type { ListQuery } from '#api/page.ts'
import type { Features } from '#contract/access/session.ts'
import type { CustomerRow } from '#contract/customers/customers.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { ButtonLink } from '#kit/link.tsx'
import type { ColumnChoice } from '#kit/list/columns.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'

const SavedViews = lazyWithRetry(async () => (await import('#parts/views/saved-views.tsx')).SavedViews)
const CustomerExport = lazyWithRetry(async () => (await import('./-customer-export.tsx')).CustomerExport)
const ImportButton = lazyWithRetry(
  async () => (await import('#routes/-imports/import-button.tsx')).ImportButton,
)

interface Props {
  columns: ColumnChoice<CustomerRow>
  query: ListQuery
  total: number
  features: Features
  canImport: boolean
  /** Nothing more urgent is loading. */
  idle: boolean
}

/** What can be done with the whole list. */
export function CustomerListTools({ columns, query, total, features, canImport, idle }: Props) {
  const later = <LaterActions canImport={canImport} />
  return (
    <>
      {idle ? (
        <Suspense fallback={later}>
          <SavedViews list="/customers" columns={columns} />
          <CustomerExport query={query} features={features} total={total} />
          {canImport && <ImportButton kind="customers" />}
        </Suspense>
      ) : (
        later
      )}
      {canImport && (
        <ButtonLink to="/customers/trash" variant="default" leftSection={<IconTrash size={16} aria-hidden />}>
          Trash
        </ButtonLink>
      )}
    </>
  )
}

export const NewCustomerButton = ({ canManage }: { canManage: boolean }) =>
  canManage ? (
    <ButtonLink to="/customers/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New customer
    </ButtonLink>
  ) : (
    <NeedsPermission ability="customers.manage" to="add customers" />
  )

/** Keeps the place of what comes once the browser is idle, so that nothing moves then. */
const LaterActions = ({ canImport }: { canImport: boolean }) =>
  ['Views', 'Export', ...(canImport ? ['Import…'] : [])].map((label) => (
    <Button
      key={label}
      data-list-tool
      variant="default"
      style={{ visibility: 'hidden' }}
      leftSection={<span style={{ width: 16 }} />}
      rightSection={label === 'Views' && <span style={{ width: 14 }} />}
    >
      {label}
    </Button>
  ))
