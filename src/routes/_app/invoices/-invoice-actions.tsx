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
import { allows, isEditable } from '#contract/invoice-states.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Session } from '#contract/session.ts'
import { useFinishKey } from '#kit/form-page.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { ButtonLink } from '#kit/link.tsx'
import { DownloadPdfButton } from '#parts/invoices/download-pdf.tsx'
import { mayWriteInvoices } from '#parts/invoices/invoice-permission.ts'
import { isOpen } from '#parts/invoices/invoice-status.tsx'
import { hasPayments } from '#parts/invoices/payments.ts'

import type { InvoiceQuestion } from './-invoice-dialogs.tsx'
import { InvoiceMenu } from './-invoice-menu.tsx'

const InvoiceDialogs = lazyWithRetry(async () => (await import('./-invoice-dialogs.tsx')).InvoiceDialogs)

interface Props {
  invoice: Invoice
  session: Session
}

/** The actions of a visible invoice. Only its sheet is printed. */
export function InvoiceActions({ invoice, session }: Props) {
  const { id, status } = invoice
  const navigate = useNavigate()
  const [question, setQuestion] = useState<InvoiceQuestion>()
  const canManage = mayWriteInvoices(session)
  const isDraft = canManage && isEditable(status)
  const isPayable = canManage && isOpen(status)
  const isRefundable = canManage && hasPayments(invoice) && invoice.amount_to_refund > 0
  // A payment is deleted first: what was paid can’t be withdrawn. A row of the list doesn’t know the payments.
  const isVoidable =
    canManage &&
    allows(status, 'void') &&
    (isOpen(status) || hasPayments(invoice)) &&
    (invoice.payments ?? []).length === 0 &&
    (invoice.credit_notes ?? []).length === 0
  const isCreditable = canManage && allows(status, 'credit')
  const canEmail = canManage && session.features.email
  const canRemind = canEmail && status === 'overdue'
  useFinishKey(isDraft && !question ? () => setQuestion('send') : undefined)
  return (
    <>
      {isDraft && (
        <Button
          size="sm"
          aria-keyshortcuts="Control+Enter"
          leftSection={<IconSend size={16} aria-hidden />}
          onClick={() => setQuestion('send')}
        >
          Send
        </Button>
      )}
      {isPayable && (
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
      {isRefundable && (
        <Button
          size="sm"
          leftSection={<IconCashBanknote size={16} aria-hidden />}
          onClick={() => setQuestion('refund')}
        >
          Record refund
        </Button>
      )}
      {canRemind && (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconMailForward size={16} aria-hidden />}
          onClick={() => setQuestion('remind')}
        >
          Send reminder
        </Button>
      )}
      {isDraft && (
        <ButtonLink
          to="/invoices/$id/edit"
          params={{ id: String(id) }}
          size="sm"
          variant={isDraft ? 'default' : 'filled'}
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
      <InvoiceMenu
        invoice={invoice}
        can={{
          edit: isDraft,
          send: isDraft,
          pay: isPayable,
          overpay: canManage && !isOpen(status) && allows(status, 'overpay') && hasPayments(invoice),
          refund: isRefundable,
          credit: isCreditable,
          repeat: canManage,
          void: isVoidable,
          email: canEmail && emailable.has(status),
          remind: canRemind,
          duplicate: canManage,
          electronic: session.features.records,
          share: !isDraft && session.features.records && session.abilities.includes('customers.manage'),
        }}
        onQuestion={setQuestion}
      />
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
