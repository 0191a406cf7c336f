import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'

import { CopyButton } from '#kit/copy-button.tsx'

/** What can be done with an invoice that is in sight; what is printed is its sheet alone. */
export function InvoiceActions({ id }: { id: number }) {
  return (
    <>
      <CopyButton label="Copy link" text={new URL(`/invoices/${id}`, location.origin).href} size="sm" />
      <Button size="sm" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => print()}>
        Print
      </Button>
    </>
  )
}
