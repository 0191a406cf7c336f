import {
  IconArchive,
  IconArchiveOff,
  IconArrowsJoin2,
  IconCalendarPlus,
  IconCopyPlus,
  IconDoorEnter,
  IconFileText,
  IconLink,
  IconListDetails,
  IconPencil,
  IconReceipt,
  IconRepeat,
  IconSignature,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'

import type { Session } from '#contract/access/session.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { copyLink } from '#kit/copy-with-toast.ts'
import { reachActions } from '#kit/reach-actions.ts'
import { type RecordAction, RecordActions } from '#kit/record-actions.tsx'

type Dialog = 'merge' | 'portal' | 'statement' | 'look'

interface Props {
  customer: Customer
  session: Session
  /** Its deletion has been asked for and may still be undone. */
  isDeleting: boolean
  /** Undefined until it is known. */
  isArchived: boolean | undefined
  onArchive: (isArchived: boolean) => void
  onDialog: (dialog: Dialog) => void
  onDelete: () => void
}

/** What a customer can be given. Invoices have a button of their own. */
const beginnings = [
  { label: 'New proposal', icon: IconFileText, to: '/proposals/new', ability: 'proposals.manage' },
  { label: 'New contract', icon: IconSignature, to: '/contracts/new', ability: 'contracts.manage' },
  { label: 'Schedule meeting', icon: IconCalendarPlus, to: '/meetings/new', ability: 'meetings.manage' },
  {
    label: 'New subscription',
    icon: IconRepeat,
    to: '/invoices/subscriptions/new',
    ability: 'invoices.manage',
  },
] as const

/** Actions on the customer, besides the ways to reach them. */
export function CustomerActions({ customer, session, isDeleting, isArchived, ...on }: Props) {
  const { id } = customer
  const { records: isHere } = session.features
  const may = (ability: string) => session.abilities.includes(ability)
  const canManage = may('customers.manage')
  const canEdit = canManage && isHere
  const params = { id: String(id) }
  const asking = (dialog: Dialog) => ({ run: () => on.onDialog(dialog), isDisabled: isDeleting })
  return (
    <RecordActions
      actions={[
        canEdit && {
          label: 'Edit customer',
          word: 'Edit',
          icon: IconPencil,
          run: { to: '/customers/$id/edit', params },
          button: 'default',
          keys: 'e',
        },
        ...reachActions(customer, 'customer'),
        canManage && {
          label: 'Use customer as template',
          word: 'Use as template',
          icon: IconCopyPlus,
          run: { to: '/customers/new', search: { template: id } },
        },
        ...beginnings.map(
          ({ label, icon, to, ability }): RecordAction | false =>
            isHere && may(ability) && { label, icon, run: { to, search: { customer: id } }, only: 'page' },
        ),
        {
          label: 'Copy link',
          icon: IconLink,
          // Without the list that it was opened from.
          run: () => void copyLink(new URL(`/customers/${id}`, location.href).href),
          only: 'page',
        },
        canEdit &&
          isArchived !== true && { label: 'Customer portal…', icon: IconDoorEnter, ...asking('portal') },
        canEdit && {
          label: 'Edit billing details',
          word: 'Billing details',
          icon: IconReceipt,
          run: { to: '/customers/$id/billing', params },
        },
        isHere && { label: 'Statement of account…', icon: IconListDetails, ...asking('statement') },
        isHere &&
          may('invoices.manage') && { label: 'Invoice template…', icon: IconTemplate, ...asking('look') },
        canManage &&
          isArchived !== undefined && {
            label: isArchived ? 'Unarchive customer' : 'Archive customer',
            word: isArchived ? 'Unarchive' : 'Archive',
            icon: isArchived ? IconArchiveOff : IconArchive,
            run: () => on.onArchive(!isArchived),
            isDisabled: isDeleting,
          },
        canEdit && { label: 'Merge with another customer…', icon: IconArrowsJoin2, ...asking('merge') },
        canManage && {
          label: 'Delete customer',
          word: 'Delete',
          icon: IconTrash,
          run: on.onDelete,
          isDestructive: true,
          // Deleting twice would leave one of the two behind when the other is undone.
          isDisabled: isDeleting,
        },
      ]}
    />
  )
}
