import { Button } from '@mantine/core'
import {
  IconCash,
  IconCashBanknote,
  IconMailForward,
  IconPencil,
  IconPrinter,
  IconSend,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { invoicePdf } from '#api/invoice-pdf.ts'
import type { Session } from '#contract/access/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { allows, isEditable } from '#contract/invoices/states.ts'
import { useFinishKey } from '#kit/form-page.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { ButtonLink } from '#kit/link.tsx'
import { DownloadPdfButton } from '#parts/invoices/download-pdf.tsx'
import { mayWriteInvoices } from '#parts/invoices/invoice-permission.ts'
import { isOpen } from '#parts/invoices/invoice-status.tsx'
import { hasPayments } from '#parts/invoices/payments.ts'

import type { InvoiceQuestion } from './-invoice-dialogs.tsx'
import { InvoiceMenu, type InvoicePermissions } from './-invoice-menu.tsx'

const InvoiceDialogs = lazyWithRetry(async () => (await import('./-invoice-dialogs.tsx')).InvoiceDialogs)

interface Props {
  invoice: Invoice
  session: Session
}

/** Actions on an invoice that are possible now, for this person. */
function permissionsOf(invoice: Invoice, session: Session): InvoicePermissions {
  const { status, payments = [], credit_notes = [] } = invoice
  const { features, abilities } = session
  const canManage = mayWriteInvoices(session)
  const isDraft = canManage && isEditable(status)
  const canEmail = canManage && features.email
  return {
    edit: isDraft,
    send: isDraft,
    pay: canManage && isOpen(status),
    overpay: canManage && !isOpen(status) && allows(status, 'overpay') && hasPayments(invoice),
    refund: canManage && hasPayments(invoice) && invoice.amount_to_refund > 0,
    credit: canManage && allows(status, 'credit'),
    repeat: canManage,
    // A payment is deleted first: what was paid can’t be withdrawn. A row of the list doesn’t know the payments.
    void:
      canManage &&
      allows(status, 'void') &&
      (isOpen(status) || hasPayments(invoice)) &&
      payments.length === 0 &&
      credit_notes.length === 0,
    email: canEmail && emailable.has(status),
    remind: canEmail && status === 'overdue',
    duplicate: canManage,
    electronic: features.records,
    share: !isDraft && features.records && abilities.includes('customers.manage'),
  }
}

/** The actions of a visible invoice. Only its sheet is printed. */
export function InvoiceActions({ invoice, session }: Props) {
  const { id } = invoice
  const navigate = useNavigate()
  const [question, setQuestion] = useState<InvoiceQuestion>()
  const can = permissionsOf(invoice, session)
  useFinishKey(can.edit && !question ? () => setQuestion('send') : undefined)
  return (
    <>
      {can.edit && (
        <Button
          size="sm"
          aria-keyshortcuts="Control+Enter"
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => setQuestion('send')}
        >
          Send
        </Button>
      )}
      {can.pay && (
        <Button
          size="sm"
          leftSection={<IconCash size={16} aria-hidden />}
          // A row of the list doesn’t know what is due.
          disabled={!hasPayments(invoice)}
          onClick={() => setQuestion('pay')}
        >
          Record payment
        </Button>
      )}
      {can.refund && (
        <Button
          size="sm"
          leftSection={<IconCashBanknote size={16} aria-hidden />}
          onClick={() => setQuestion('refund')}
        >
          Record refund
        </Button>
      )}
      {can.remind && (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconMailForward size={16} aria-hidden />}
          onClick={() => setQuestion('remind')}
        >
          Send reminder
        </Button>
      )}
      {can.edit && (
        <ButtonLink
          to="/invoices/$id/edit"
          params={{ id: String(id) }}
          size="sm"
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
          aria-keyshortcuts="e"
        >
          Edit
        </ButtonLink>
      )}
      {session.features.pdf && (
        <DownloadPdfButton number={invoice.invoice_number} pdf={invoicePdf.download(id)} size="sm" />
      )}
      <Button
        size="sm"
        variant="default"
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => print()}
      >
        Print
      </Button>
      <InvoiceMenu invoice={invoice} can={can} onQuestion={setQuestion} />
      {question && (
        <Suspense>
          <InvoiceDialogs
            invoice={invoice}
            question={question}
            onClose={() => setQuestion(undefined)}
            onDeleted={() => void navigate({ to: '/invoices' })}
          />
        </Suspense>
      )}
    </>
  )
}

/** Those that the customer may get once more. */
const emailable: ReadonlySet<string> = new Set(['sent', 'overdue', 'paid', 'credited'])
