import { Drawer, Group, Skeleton, Stack } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import type { Invoice } from '#contract/invoices.ts'

import { invoices } from '../../../api/invoices.ts'
import { session } from '../../../api/session.ts'
import { ButtonLink } from '../../../kit/link.tsx'
import { Problem } from '../../../kit/problem.tsx'
import { InvoiceHintList } from './-invoice-hint-list.tsx'
import { InvoiceSheet } from './-invoice-sheet.tsx'

interface Props {
  id: number | undefined
  /** Is shown until the invoice itself has arrived. */
  known: Invoice | undefined
  onClose: () => void
}

export function InvoiceDrawer({ id, known, onClose }: Props) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="xl"
      title="Invoice"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {id !== undefined && <Contents id={id} known={known} />}
    </Drawer>
  )
}

function Contents({ id, known }: { id: number; known: Invoice | undefined }) {
  const { data: current } = useSuspenseQuery(session.current())
  const one = useQuery({ ...invoices.one(id, current.features), placeholderData: () => known })
  if (one.error) return <Problem error={one.error} retry={() => void one.refetch()} />
  if (!one.data) return <Skeleton height={480} aria-hidden />
  return (
    <Stack>
      <InvoiceHintList invoice={one.data} />
      <InvoiceSheet invoice={one.data} />
      <Group>
        <ButtonLink
          to="/invoices/$id"
          params={{ id: String(id) }}
          variant="light"
          leftSection={<IconFileInvoice size={18} aria-hidden />}
        >
          Open page to print
        </ButtonLink>
      </Group>
    </Stack>
  )
}
