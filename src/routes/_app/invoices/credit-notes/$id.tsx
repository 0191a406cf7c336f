import { Group } from '@mantine/core'
import { IconDownload, IconFileCode, IconFileInvoice, IconMail, IconPrinter } from '@tabler/icons-react'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { creditNotes } from '#api/credit-notes.ts'
import { session } from '#api/session.ts'
import { BackLink } from '#kit/back-link.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { PageHeader } from '#kit/page-header.tsx'
import { RecordActions } from '#kit/record-actions.tsx'
import { RecordHead } from '#kit/record-head.tsx'
import { requireId } from '#kit/require-id.ts'
import { useDownloadPdf } from '#parts/invoices/download-pdf.tsx'
import { mayWriteInvoices } from '#parts/invoices/invoice-permission.ts'
import { recordProblem } from '#routes/-screen-problem.tsx'

import { CreditNoteSheet } from '../-credit/credit-note-sheet.tsx'

import classes from '#parts/invoices/invoice-page.module.css'

export const Route = createFileRoute('/_app/invoices/credit-notes/$id')({
  loader: async ({ context: { queryClient }, params }) => {
    const id = requireId({ params })
    await queryClient.ensureQueryData(creditNotes.one(id))
  },
  component: CreditNotePage,
  errorComponent: recordProblem({
    icon: IconFileInvoice,
    title: 'Credit note not found',
    back: { to: '/invoices/credit-notes', label: 'Back to credit notes' },
  }),
})

const ElectronicDialog = lazyWithRetry(
  async () => (await import('../-electronic-dialog.tsx')).ElectronicDialog,
)
const CreditNoteEmailDialog = lazyWithRetry(
  async () => (await import('../-credit/credit-note-email-dialog.tsx')).CreditNoteEmailDialog,
)

function CreditNotePage() {
  const { id } = Route.useParams()
  const { data: current } = useSuspenseQuery(session.current())
  const { data: note } = useSuspenseQuery(creditNotes.one(Number(id)))
  const [isEmailing, setEmailing] = useState(false)
  const [isElectronic, setElectronic] = useState(false)
  const canEmail = mayWriteInvoices(current) && current.features.email
  const pdf = useDownloadPdf({ number: note.credit_number, pdf: creditNotes.pdf(note.id) })
  return (
    <div className={classes['page']}>
      <RecordHead hasLineAbove className={classes['head']}>
        <Group mb="xs" mih={36}>
          <BackLink to="/invoices/$id" params={{ id: String(note.invoice_id) }}>
            Invoice {note.invoice_number}
          </BackLink>
        </Group>
        <PageHeader
          title={`Credit note ${note.credit_number}`}
          subtitle={`Issued by ${note.issued_by}`}
          actions={
            <RecordActions
              actions={[
                canEmail && {
                  label: 'Email credit note',
                  word: 'Email',
                  icon: IconMail,
                  run: () => setEmailing(true),
                  button: 'filled',
                },
                current.features.pdf && {
                  label: 'Download PDF',
                  icon: IconDownload,
                  ...pdf,
                  button: 'default',
                },
                current.features.records && {
                  label: 'Electronic credit note',
                  word: 'Electronic',
                  icon: IconFileCode,
                  run: () => setElectronic(true),
                  button: 'default',
                },
                {
                  label: 'Print credit note',
                  word: 'Print',
                  icon: IconPrinter,
                  run: () => print(),
                  button: 'default',
                },
              ]}
            />
          }
        />
      </RecordHead>
      <div className={classes['desk']}>
        <CreditNoteSheet note={note} />
      </div>
      {isElectronic && (
        <Suspense>
          <ElectronicDialog
            kind="credit note"
            document={{
              id: note.id,
              number: note.credit_number,
              invoiceId: note.invoice_id,
              customerId: note.customer_id,
              status: 'sent',
            }}
            onClose={() => setElectronic(false)}
          />
        </Suspense>
      )}
      {isEmailing && (
        <Suspense>
          <CreditNoteEmailDialog note={note} onClose={() => setEmailing(false)} />
        </Suspense>
      )}
    </div>
  )
}
