import { Skeleton, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import type { InvoiceLook } from '#contract/invoices/looks.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { InvoiceSheet } from '#parts/sheets/invoice-sheet.tsx'

/** The newest invoice with this look. */
export function LookPreview({ look }: { look: InvoiceLook }) {
  const { data: current } = useSuspenseQuery(session.current())
  const newest = useQuery(invoices.list({ page: 1, size: 1, search: '', sort: '-id' }))
  const id = newest.data?.rows[0]?.id
  const one = useQuery({ ...invoices.one(id ?? 0, current.features), enabled: id !== undefined })
  if (newest.data?.rows.length === 0)
    return (
      <SectionCard title="Preview">
        <Text c="dimmed" size="sm">
          Once you have an invoice, the newest one is shown here with this template.
        </Text>
      </SectionCard>
    )
  if (newest.isError || one.isError) return null
  if (!one.data) return <Skeleton height={480} />
  return (
    <SectionCard title="Preview" description="Your newest invoice with this template">
      <InvoiceSheet invoice={{ ...one.data, look }} />
    </SectionCard>
  )
}
