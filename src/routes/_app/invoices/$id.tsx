import { Button, Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, notFound } from '@tanstack/react-router'

import { invoices } from '#api/invoices.ts'
import { session } from '#api/session.ts'
import { ButtonLink } from '#kit/link.tsx'
import { PageHeader } from '#kit/page-header.tsx'

import { InvoiceHintList } from './-invoice-hint-list.tsx'
import { InvoiceSheet } from './-invoice-sheet.tsx'

import classes from './-invoice-page.module.css'

export const Route = createFileRoute('/_app/invoices/$id')({
  loader: async ({ context: { queryClient }, params: { id } }) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound()
    const { features } = await queryClient.ensureQueryData(session.current())
    await queryClient.ensureQueryData(invoices.one(Number(id), features))
  },
  component: InvoicePage,
})

function InvoicePage() {
  const { id } = Route.useParams()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: invoice } = useSuspenseQuery(invoices.one(Number(id), current.features))
  return (
    <Stack gap={0} maw={860}>
      <div className={classes.aside}>
        <PageHeader
          title={`Invoice ${invoice.invoice_number}`}
          subtitle={invoice.customer_name}
          actions={
            <>
              <ButtonLink to="/invoices" variant="default">
                Back to the list
              </ButtonLink>
              <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
                Print or save as PDF
              </Button>
            </>
          }
        />
      </div>
      <Stack>
        <InvoiceHintList invoice={invoice} />
        <InvoiceSheet invoice={invoice} />
      </Stack>
    </Stack>
  )
}
