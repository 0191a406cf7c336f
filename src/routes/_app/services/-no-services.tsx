import { IconPackages } from '@tabler/icons-react'

import { EmptyState } from '#kit/empty-state.tsx'
import { ButtonLink } from '#kit/link.tsx'

interface Props {
  canManage: boolean
  canImport: boolean
}

/** In place of the catalog before it has a service. */
export const NoServices = ({ canManage, canImport }: Props) => (
  <EmptyState
    icon={IconPackages}
    title="No services yet"
    action={
      canManage && (
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
      )
    }
  >
    Add what you sell to put it on proposals and invoices.
  </EmptyState>
)
