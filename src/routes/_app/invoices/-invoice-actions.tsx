import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCopyPlus, IconDots, IconPencil, IconPrinter, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'

import { isEditable } from '#contract/invoice-states.ts'
import type { Invoice } from '#contract/invoices.ts'
import type { Session } from '#contract/session.ts'
import { CopyButton } from '#kit/copy-button.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { usePageActions } from '#kit/page-actions.ts'

import { DeleteDraftDialog } from './-delete-draft-dialog.tsx'
import { useDuplicate } from './-use-duplicate.ts'

interface Props {
  invoice: Invoice
  session: Session
}

/** What can be done with an invoice that is in sight; what is printed is its sheet alone. */
export function InvoiceActions({ invoice, session }: Props) {
  const { id, status } = invoice
  const navigate = useNavigate()
  const [isDeleting, setDeleting] = useState(false)
  const duplicate = useDuplicate(id)
  const canManage = mayWriteInvoices(session)
  const isDraft = canManage && isEditable(status)
  const edit = () => void navigate({ to: '/invoices/$id/edit', params: { id: String(id) } })
  usePageActions([
    ...(isDraft ? [{ label: 'Edit invoice', icon: IconPencil, run: edit }] : []),
    ...(canManage ? [{ label: 'Duplicate invoice', icon: IconCopyPlus, run: duplicate }] : []),
    ...(isDraft ? [{ label: 'Delete draft', icon: IconTrash, run: () => setDeleting(true) }] : []),
  ])
  return (
    <>
      {isDraft && (
        <ButtonLink
          to="/invoices/$id/edit"
          params={{ id: String(id) }}
          size="sm"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          Edit
        </ButtonLink>
      )}
      <CopyButton label="Copy link" text={new URL(`/invoices/${id}`, location.origin).href} size="sm" />
      <Button
        size="sm"
        variant={isDraft ? 'default' : 'filled'}
        leftSection={<IconPrinter size={16} aria-hidden />}
        onClick={() => print()}
      >
        Print
      </Button>
      {canManage && (
        <Menu position="bottom-end" width={180}>
          <Menu.Target>
            <ActionIcon variant="default" size="lg" aria-label="More actions">
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconCopyPlus size={16} aria-hidden />} onClick={duplicate}>
              Duplicate
            </Menu.Item>
            {isDraft && (
              <Menu.Item
                color="var(--bureau-bad)"
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => setDeleting(true)}
              >
                Delete draft
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {isDeleting && (
        <DeleteDraftDialog
          invoice={invoice}
          onClose={() => setDeleting(false)}
          onDeleted={() => void navigate({ to: '/invoices' })}
        />
      )}
    </>
  )
}

/** Whether the person may write invoices, and the service lets them. */
export const mayWriteInvoices = ({ abilities, features }: Pick<Session, 'abilities' | 'features'>): boolean =>
  abilities.includes('invoices.manage') && features.includes('invoices.edit')
