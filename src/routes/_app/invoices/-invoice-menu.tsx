import {
  IconBan,
  IconCash,
  IconCashBanknote,
  IconCopyPlus,
  IconFileCode,
  IconLink,
  IconMail,
  IconMailForward,
  IconPencil,
  IconReceiptRefund,
  IconRepeat,
  IconSend,
  IconTrash,
  IconUserShare,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'

import { invoiceWrites } from '#api/invoice-writes.ts'
import type { Invoice } from '#contract/invoices/invoices.ts'
import { useAttempt } from '#kit/attempt.ts'
import { copyLink } from '#kit/copy-with-toast.ts'
import { usePageActions } from '#kit/page-actions.ts'
import { useEditKey } from '#kit/page-keys.ts'
import { RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'
import { toast } from '#kit/toast.ts'
import { useCustomerLink } from '#parts/documents/customer-link.ts'

import type { InvoiceQuestion } from './-invoice-dialogs.tsx'

/** Whether each action on an invoice is possible. */
export type InvoicePermissions = Readonly<
  Record<
    | 'edit'
    | 'send'
    | 'pay'
    | 'overpay'
    | 'refund'
    | 'credit'
    | 'repeat'
    | 'void'
    | 'email'
    | 'remind'
    | 'duplicate'
    | 'electronic'
    | 'share',
    boolean
  >
>

interface Props {
  invoice: Pick<Invoice, 'id' | 'customer_id'>
  can: InvoicePermissions
  onQuestion: (question: InvoiceQuestion) => void
}

/** Further actions on the invoice, in the palette as well. */
export function InvoiceMenu({ invoice: { id, customer_id }, can, onQuestion }: Props) {
  const navigate = useNavigate()
  const duplicate = useDuplicate(id)
  const copyCustomerLink = useCustomerLink({ kind: 'invoice', id, customer_id })
  const edit = () => void navigate({ to: '/invoices/$id/edit', params: { id: String(id) } })
  const credit = () => void navigate({ to: '/invoices/$id/credit', params: { id: String(id) } })
  const repeat = () => void navigate({ to: '/invoices/recurring/new', search: { from: id } })
  useEditKey(can.edit ? edit : undefined)
  usePageActions([
    ...(can.send ? [{ label: 'Send invoice', icon: IconSend, run: () => onQuestion('send') }] : []),
    ...(can.pay || can.overpay
      ? [{ label: 'Record payment', icon: IconCash, run: () => onQuestion('pay') }]
      : []),
    ...(can.refund
      ? [{ label: 'Record refund', icon: IconCashBanknote, run: () => onQuestion('refund') }]
      : []),
    ...(can.edit ? [{ label: 'Edit invoice', icon: IconPencil, run: edit }] : []),
    ...(can.remind
      ? [{ label: 'Send reminder', icon: IconMailForward, run: () => onQuestion('remind') }]
      : []),
    ...(can.email ? [{ label: 'Email invoice', icon: IconMail, run: () => onQuestion('email') }] : []),
    ...(can.electronic
      ? [{ label: 'Electronic invoice', icon: IconFileCode, run: () => onQuestion('electronic') }]
      : []),
    ...(can.share ? [{ label: 'Copy customer link', icon: IconUserShare, run: copyCustomerLink }] : []),
    ...(can.duplicate ? [{ label: 'Duplicate invoice', icon: IconCopyPlus, run: duplicate }] : []),
    ...(can.repeat ? [{ label: 'Make recurring', icon: IconRepeat, run: repeat }] : []),
    ...(can.credit ? [{ label: 'Create credit note', icon: IconReceiptRefund, run: credit }] : []),
    ...(can.edit ? [{ label: 'Delete draft', icon: IconTrash, run: () => onQuestion('delete') }] : []),
    ...(can.void ? [{ label: 'Void invoice', icon: IconBan, run: () => onQuestion('void') }] : []),
  ])
  return (
    <RecordMenu width={200}>
      {can.email && (
        <RecordMenuItem icon={IconMail} onClick={() => onQuestion('email')}>
          Email
        </RecordMenuItem>
      )}
      {can.electronic && (
        <RecordMenuItem icon={IconFileCode} onClick={() => onQuestion('electronic')}>
          Electronic invoice…
        </RecordMenuItem>
      )}
      {can.duplicate && (
        <RecordMenuItem icon={IconCopyPlus} onClick={duplicate}>
          Duplicate
        </RecordMenuItem>
      )}
      <RecordMenuItem
        icon={IconLink}
        // Without the list that it was opened from.
        onClick={() => void copyLink(new URL(`/invoices/${id}`, location.href).href)}
      >
        Copy link
      </RecordMenuItem>
      {can.share && (
        <RecordMenuItem icon={IconUserShare} onClick={copyCustomerLink}>
          Copy customer link
        </RecordMenuItem>
      )}
      {can.repeat && (
        <RecordMenuItem icon={IconRepeat} onClick={repeat}>
          Make recurring
        </RecordMenuItem>
      )}
      {can.overpay && (
        <RecordMenuItem icon={IconCash} onClick={() => onQuestion('pay')}>
          Record another payment
        </RecordMenuItem>
      )}
      {can.credit && (
        <RecordMenuItem icon={IconReceiptRefund} onClick={credit}>
          Create credit note
        </RecordMenuItem>
      )}
      {can.void && (
        <RecordMenuItem icon={IconBan} isDestructive onClick={() => onQuestion('void')}>
          Void
        </RecordMenuItem>
      )}
      {can.edit && (
        <RecordMenuItem icon={IconTrash} isDestructive onClick={() => onQuestion('delete')}>
          Delete draft
        </RecordMenuItem>
      )}
    </RecordMenu>
  )
}

/** Returns what makes a draft like that invoice and opens it. */
function useDuplicate(id: number): () => void {
  const navigate = useNavigate()
  const { mutate } = useAttempt(invoiceWrites.duplicate(id))
  return () =>
    mutate(
      {},
      {
        onSuccess: (draft) => void navigate({ to: '/invoices/$id/edit', params: { id: String(draft.id) } }),
        onError: ({ message }) =>
          void toast({ id: 'duplicate', color: 'red', title: 'Couldn’t duplicate the invoice', message }),
      },
    )
}
