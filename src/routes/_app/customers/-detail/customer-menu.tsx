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
  IconReceipt,
  IconRepeat,
  IconSignature,
  IconTemplate,
  IconTrash,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'

import { copyLink } from '#kit/copy-with-toast.ts'
import { usePageActions } from '#kit/page-actions.ts'
import { DeleteMenuItem, RecordMenu, RecordMenuItem } from '#kit/record-menu.tsx'

interface Props {
  id: number
  canManage: boolean
  /** Those for records of a customer; none where the service has no such records. */
  abilities: readonly string[]
  /** Its deletion has been asked for and may still be undone. */
  isDeleting: boolean
  /** Undefined where customers can't be archived, or until it is known whether this one is. */
  isArchived: boolean | undefined
  onArchive: (isArchived: boolean) => void
  /** Undefined where customers can't be merged. */
  onMerge: (() => void) | undefined
  /** Undefined if the service has no portal, or this customer can’t use it. */
  onPortal: (() => void) | undefined
  hasBilling: boolean
  /** Undefined if the service has no statements. */
  onStatement: (() => void) | undefined
  /** Undefined where invoices have no templates. */
  onLook: (() => void) | undefined
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

/** Further actions on the customer. */
export function CustomerMenu(props: Props) {
  const { id, canManage, isDeleting, isArchived, onArchive, onMerge, onPortal, onDelete } = props
  const { onStatement, onLook } = props
  const canBill = canManage && props.hasBilling
  const navigate = useNavigate()
  const begins = beginnings.filter(({ ability }) => props.abilities.includes(ability))
  const archiving = isArchived
    ? { label: 'Unarchive', icon: IconArchiveOff, run: () => onArchive(false) }
    : { label: 'Archive', icon: IconArchive, run: () => onArchive(true) }
  const billing = { to: '/customers/$id/billing', params: { id: String(id) } } as const
  const canArchive = canManage && isArchived !== undefined
  usePageActions(
    canManage && !isDeleting
      ? [
          {
            label: 'Use customer as template',
            icon: IconCopyPlus,
            run: () => void navigate({ to: '/customers/new', search: { template: id } }),
          },
          ...(onPortal ? [{ label: 'Customer portal…', icon: IconDoorEnter, run: onPortal }] : []),
          ...(canBill
            ? [{ label: 'Edit billing details', icon: IconReceipt, run: () => void navigate(billing) }]
            : []),
          ...(onStatement
            ? [{ label: 'Statement of account…', icon: IconListDetails, run: onStatement }]
            : []),
          ...(onLook ? [{ label: 'Invoice template…', icon: IconTemplate, run: onLook }] : []),
          ...(canArchive ? [{ ...archiving, label: `${archiving.label} customer` }] : []),
          ...(onMerge
            ? [{ label: 'Merge with another customer…', icon: IconArrowsJoin2, run: onMerge }]
            : []),
          { label: 'Delete customer', icon: IconTrash, run: onDelete },
        ]
      : [],
  )
  return (
    <RecordMenu width={260}>
      {canManage && (
        <RecordMenuItem
          icon={IconCopyPlus}
          renderRoot={(props) => <Link {...props} to="/customers/new" search={{ template: id }} />}
        >
          Use as template
        </RecordMenuItem>
      )}
      {begins.map(({ label, icon, to }) => (
        <RecordMenuItem
          key={to}
          icon={icon}
          renderRoot={(props) => <Link {...props} to={to} search={{ customer: id }} />}
        >
          {label}
        </RecordMenuItem>
      ))}
      <RecordMenuItem
        icon={IconLink}
        // Without the list that it was opened from.
        onClick={() => void copyLink(new URL(`/customers/${id}`, location.href).href)}
      >
        Copy link
      </RecordMenuItem>
      {canManage && onPortal && (
        <RecordMenuItem icon={IconDoorEnter} disabled={isDeleting} onClick={onPortal}>
          Customer portal…
        </RecordMenuItem>
      )}
      {canBill && (
        <RecordMenuItem icon={IconReceipt} renderRoot={(props) => <Link {...props} {...billing} />}>
          Billing details
        </RecordMenuItem>
      )}
      {onStatement && (
        <RecordMenuItem icon={IconListDetails} disabled={isDeleting} onClick={onStatement}>
          Statement of account…
        </RecordMenuItem>
      )}
      {onLook && (
        <RecordMenuItem icon={IconTemplate} disabled={isDeleting} onClick={onLook}>
          Invoice template…
        </RecordMenuItem>
      )}
      {canArchive && (
        <RecordMenuItem icon={archiving.icon} disabled={isDeleting} onClick={archiving.run}>
          {archiving.label}
        </RecordMenuItem>
      )}
      {canManage && onMerge && (
        <RecordMenuItem icon={IconArrowsJoin2} disabled={isDeleting} onClick={onMerge}>
          Merge with another customer…
        </RecordMenuItem>
      )}
      {/* Deleting twice would leave one of the two behind when the other is undone. */}
      {canManage && <DeleteMenuItem disabled={isDeleting} onClick={onDelete} />}
    </RecordMenu>
  )
}
