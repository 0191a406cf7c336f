import { Group, Skeleton, Stack } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import type { Invoice } from '#contract/invoices.ts'
import { ButtonLink } from '#kit/link.tsx'
import { usePreviousDefined } from '#kit/previous-defined.ts'
import { Problem } from '#kit/problem.tsx'
import { SideDrawer } from '#kit/side-drawer.tsx'

import { InvoiceHintList } from './-invoice-hint-list.tsx'
import { InvoiceSheet } from './-invoice-sheet.tsx'

interface Props {
  /** Undefined: closed. */
  id: number | undefined
  /** The page of the list; its row is shown until the invoice itself has arrived. */
  rows: readonly Invoice[] | undefined
  onClose: () => void
}

export function InvoiceDrawer({ id, rows, onClose }: Props) {
  const { data: current } = useSuspenseQuery(session.current())
  const shown = usePreviousDefined(id)
  const { data, error, refetch } = useQuery({
    ...invoices.one(shown ?? 0, current.features),
    enabled: shown !== undefined,
    placeholderData: () => rows?.find((row) => row.id === shown),
  })
  return (
    <SideDrawer
      opened={id !== undefined}
      title={data ? `Invoice ${data.invoice_number}` : 'Invoice'}
      size="xl"
      onClose={onClose}
    >
      {error ? (
        <Problem error={error} retry={() => void refetch()} />
      ) : data ? (
        <Stack>
          <InvoiceHintList invoice={data} />
          <InvoiceSheet invoice={data} />
          <Group>
            <ButtonLink
              to="/invoices/$id"
              params={{ id: String(data.id) }}
              variant="light"
              leftSection={<IconFileInvoice size={18} aria-hidden />}
            >
              Open page to print
            </ButtonLink>
          </Group>
        </Stack>
      ) : (
        <Skeleton height={480} aria-hidden />
      )}
    </SideDrawer>
  )
}
