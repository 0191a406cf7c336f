import {
  IconBan,
  IconCash,
  IconCashBanknote,
  IconCopy,
  IconCopyPlus,
  IconDownload,
  IconFileCode,
  IconLink,
  IconMail,
  IconMailForward,
  IconPencil,
  IconPrinter,
  IconReceiptRefund,
  IconRepeat,
  IconSend,
  IconTrash,
  IconUser,
  IconUserShare,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import { invoicePdf } from '#api/invoice-pdf.ts'
import { invoiceWrites } from '#api/invoice-writes.ts'
import type { Session } from '#contract/access/session.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { allows, isEditable } from '#contract/invoices/states.ts'
import { useAttempt } from '#kit/attempt.ts'
import { copyLink, copyWithToast } from '#kit/copy-with-toast.ts'
import { useFinishKey } from '#kit/form-page.ts'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { reachActions } from '#kit/reach-actions.ts'
import { type RecordAction, RecordActions } from '#kit/record-actions.tsx'
import { toast } from '#kit/toast.ts'
import { useCustomerLink } from '#parts/documents/customer-link.ts'
import { useDownloadPdf } from '#parts/invoices/download-pdf.tsx'
import { mayWriteInvoices } from '#parts/invoices/invoice-permission.ts'
import { isOpen } from '#parts/invoices/invoice-status.tsx'
import { hasPayments } from '#parts/invoices/payments.ts'

import type { InvoiceQuestion } from './-invoice-dialogs.tsx'

const InvoiceDialogs = lazyWithRetry(async () => (await import('./-invoice-dialogs.tsx')).InvoiceDialogs)

interface Props {
  invoice: Invoice
  session: Session
  /** The drawer keeps its content while it closes. */
  isShown?: boolean
}

/** Actions on an invoice that are possible now, for this person. */
function permissionsOf(invoice: Invoice, session: Session) {
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

/** Those that the customer may get once more. */
const emailable: ReadonlySet<string> = new Set(['sent', 'overdue', 'paid', 'credited'])

/** The actions of a visible invoice. Only its sheet is printed. */
export function InvoiceActions({ invoice, session, isShown = true }: Props) {
  const { id, invoice_number, customer_id } = invoice
  const navigate = useNavigate()
  const [question, setQuestion] = useState<InvoiceQuestion>()
  const can = permissionsOf(invoice, session)
  useFinishKey(can.edit && !question ? () => setQuestion('send') : undefined)
  const pdf = useDownloadPdf({ number: invoice_number, pdf: invoicePdf.download(id) })
  const duplicate = useDuplicate(id)
  const copyCustomerLink = useCustomerLink({ kind: 'invoice', id, customer_id })
  return (
    <>
      <RecordActions
        isOpen={isShown}
        actions={[
          ...stepsOf(invoice, can, setQuestion),
          can.edit && {
            label: 'Edit invoice',
            word: 'Edit',
            icon: IconPencil,
            run: { to: '/invoices/$id/edit', params: { id: String(id) } },
            button: 'default',
            keys: 'e',
          },
          session.features.pdf && { label: 'Download PDF', icon: IconDownload, ...pdf, button: 'default' },
          {
            label: 'Print invoice',
            word: 'Print',
            icon: IconPrinter,
            run: () => print(),
            button: 'default',
          },
          can.email && {
            label: 'Email invoice',
            word: 'Email',
            icon: IconMail,
            run: () => setQuestion('email'),
          },
          can.electronic && {
            label: 'Electronic invoice…',
            icon: IconFileCode,
            run: () => setQuestion('electronic'),
          },
          can.duplicate && {
            label: 'Duplicate invoice',
            word: 'Duplicate',
            icon: IconCopyPlus,
            run: duplicate,
          },
          {
            label: 'Copy link',
            icon: IconLink,
            // Without the list that it was opened from.
            run: () => void copyLink(new URL(`/invoices/${id}`, location.href).href),
            only: 'page',
          },
          can.share && { label: 'Copy customer link', icon: IconUserShare, run: copyCustomerLink },
          can.repeat && {
            label: 'Make recurring',
            icon: IconRepeat,
            run: { to: '/invoices/recurring/new', search: { from: id } },
          },
          can.overpay && {
            label: 'Record another payment',
            icon: IconCash,
            run: () => setQuestion('pay'),
          },
          can.credit && {
            label: 'Create credit note',
            icon: IconReceiptRefund,
            run: { to: '/invoices/$id/credit', params: { id: String(id) } },
          },
          ...endingsOf(can, setQuestion),
          ...paletteOf(invoice),
        ]}
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

type Permissions = ReturnType<typeof permissionsOf>
type Actions = readonly (RecordAction | false)[]

/** What comes next, as buttons. */
const stepsOf = (invoice: Invoice, can: Permissions, ask: (question: InvoiceQuestion) => void): Actions => [
  can.send && {
    label: 'Send invoice',
    word: 'Send',
    icon: IconSend,
    run: () => ask('send'),
    button: 'filled',
    keys: 'Control+Enter',
  },
  can.pay && {
    label: 'Record payment',
    icon: IconCash,
    run: () => ask('pay'),
    button: 'filled',
    // A row of the list doesn’t know what is due.
    isDisabled: !hasPayments(invoice),
  },
  can.refund && {
    label: 'Record refund',
    icon: IconCashBanknote,
    run: () => ask('refund'),
    button: 'filled',
  },
  can.remind && {
    label: 'Send reminder',
    icon: IconMailForward,
    run: () => ask('remind'),
    button: 'default',
  },
]

/** What ends it, the last of the menu. */
const endingsOf = (can: Permissions, ask: (question: InvoiceQuestion) => void): Actions => [
  can.void && {
    label: 'Void invoice',
    word: 'Void',
    icon: IconBan,
    run: () => ask('void'),
    isDestructive: true,
  },
  can.edit && { label: 'Delete draft', icon: IconTrash, run: () => ask('delete'), isDestructive: true },
]

const paletteOf = ({ invoice_number, customer_id, customer_email }: Invoice): Actions => [
  {
    label: 'Copy invoice number',
    icon: IconCopy,
    run: () =>
      void copyWithToast(
        invoice_number,
        `Copied ${invoice_number}`,
        `Copy ${invoice_number} from the page instead`,
      ),
    only: 'palette',
  },
  {
    label: 'Open the invoice’s customer',
    icon: IconUser,
    run: { to: '/customers/$id', params: { id: String(customer_id) } },
    only: 'palette',
  },
  ...reachActions({ email: customer_email }, 'the invoice’s customer'),
]

/** Returns what makes a draft like that invoice and opens it. */
function useDuplicate(id: number): () => void {
  const navigate = useNavigate()
  const { mutate } = useAttempt(invoiceWrites.duplicate(id))
  return () =>
    mutate(
      {},
      {
        onSuccess: (draft) => void navigate({ to: '/invoices/$id/edit', params: { id: String(draft.id) } }),
        onError: toast.failed('duplicate', 'Couldn’t duplicate the invoice'),
      },
    )
}
