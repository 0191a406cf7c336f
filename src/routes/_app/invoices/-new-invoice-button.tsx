import { IconPlus } from '@tabler/icons-react'

import { ButtonLink } from '#kit/link.tsx'
import { NeedsPermission } from '#kit/needs-permission.tsx'

/** The way to a new invoice, or why there is none. */
export function NewInvoiceButton({ canManage }: { canManage: boolean }) {
  return canManage ? (
    <ButtonLink to="/invoices/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New invoice
    </ButtonLink>
  ) : (
    <NeedsPermission ability="invoices.manage" to="create invoices" />
  )
}
