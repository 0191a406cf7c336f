import { Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'

import { ButtonLink } from '#kit/link.tsx'
import { abilityName } from '#lib/ability-name.ts'

/** The way to a new invoice, or why there is none. */
export function NewInvoiceButton({ canManage }: { canManage: boolean }) {
  return canManage ? (
    <ButtonLink to="/invoices/new" leftSection={<IconPlus size={16} aria-hidden />}>
      New invoice
    </ButtonLink>
  ) : (
    <Text size="sm" c="dimmed">
      You need the “{abilityName('invoices.manage')}” permission to write invoices
    </Text>
  )
}
