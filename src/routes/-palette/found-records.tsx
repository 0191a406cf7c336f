import {
  IconAddressBook,
  IconArrowsExchange,
  IconFileInvoice,
  IconFileText,
  IconPackage,
  IconReceiptRefund,
  IconSignature,
  IconWebhook,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'

import type { SearchResults } from '#contract/account/search.ts'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { money } from '#lib/money.ts'
import { ownUrl } from '#lib/own-url.ts'
import { hostOf } from '#lib/url-parts.ts'
import { ArchivedBadge } from '#parts/customers/archived-badge.tsx'
import { DocumentBadge } from '#parts/documents/document-badge.tsx'
import { StatusBadge as InvoiceBadge } from '#parts/invoices/invoice-status.tsx'
import { StateBadge as ServiceBadge } from '#parts/services/state-badge.tsx'
import { DeliveryBadge } from '#parts/webhooks/delivery-badge.tsx'
import { EndpointStatus } from '#parts/webhooks/endpoint-status.tsx'
import type { Recent } from '#routes/-navigation/recents.ts'

import { containsWords } from './match.ts'

/** A row of the palette that opens a record. */
export interface RecordRow {
  readonly kind: Recent['kind']
  readonly id: number
  readonly href: string
  readonly label: string
  readonly detail?: string
  readonly icon: ReactNode
  readonly badge?: ReactNode
}

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

/** Returns the address of a record. */
export function recordHref(kind: Recent['kind'], id: number): string {
  if (kind === 'Service') return `/services?open=${id}`
  if (kind === 'Contact') return `/contacts?open=${id}`
  if (kind === 'Credit note') return `/invoices/credit-notes/${id}`
  return `/${{ Customer: 'customers', Invoice: 'invoices', Proposal: 'proposals', Contract: 'contracts', Webhook: 'webhooks', Delivery: 'deliveries' }[kind]}/${id}`
}

/** Returns the icon of a kind of record. */
export function recordIcon(kind: Recent['kind'], label: string): ReactNode {
  if (kind === 'Customer') return <PersonAvatar name={label} src={null} size={26} />
  if (kind === 'Invoice') return <IconFileInvoice {...icon} />
  if (kind === 'Credit note') return <IconReceiptRefund {...icon} />
  if (kind === 'Proposal') return <IconFileText {...icon} />
  if (kind === 'Contract') return <IconSignature {...icon} />
  if (kind === 'Service') return <IconPackage {...icon} />
  if (kind === 'Webhook') return <IconWebhook {...icon} />
  return kind === 'Contact' ? <IconAddressBook {...icon} /> : <IconArrowsExchange {...icon} />
}

/** Whether a contact only repeats what its customer's row shows. */
const isSamePerson = (
  { customer_id, name, last_name, email }: SearchResults['contacts'][number],
  customer: SearchResults['customers'][number],
) =>
  customer.id === customer_id &&
  customer.name === name &&
  customer.last_name === last_name &&
  customer.email === email

/** Company and email of a person; with the phone number where only that contains the text. */
function reachOf(row: SearchResults['customers'][number] | SearchResults['contacts'][number], text: string) {
  const { name, last_name, company_name, email, phone } = row
  const isByPhone = !containsWords([name, last_name, company_name, email], text)
  return [company_name, email, isByPhone && phone].filter(Boolean).join(' · ')
}

/** The row of a record that is shown on its own page. */
const recordRow = (
  kind: Exclude<RecordRow['kind'], 'Delivery'>,
  id: number,
  rest: Pick<RecordRow, 'label'> & Partial<RecordRow>,
): RecordRow => ({ kind, id, href: recordHref(kind, id), icon: recordIcon(kind, ''), ...rest })

/** Returns the rows of a search. `isStale`: found for an earlier text, so only what still fits. */
export function foundRecords(
  { proposals, contracts, ...found }: SearchResults,
  {
    text,
    isStale,
    hiddenCustomers,
    hiddenContacts,
  }: {
    text: string
    isStale: boolean
    hiddenCustomers: ReadonlySet<number>
    hiddenContacts: ReadonlySet<number>
  },
): readonly RecordRow[] {
  const fits = (...texts: readonly (string | null)[]) => !isStale || containsWords(texts, text)
  const { customers, invoices, credit_notes, services, contacts, webhooks, deliveries } = found
  const documents = (kind: 'Proposal' | 'Contract', rows: SearchResults['proposals']) =>
    rows
      .filter((row) => fits(row.number, row.title, row.customer_name))
      .map((row) =>
        recordRow(kind, row.id, {
          label: row.title || 'Untitled',
          detail: `${row.number} · ${row.customer_name}`,
          badge: <DocumentBadge status={row.status} />,
        }),
      )
  return [
    ...customers
      .filter((row) => !hiddenCustomers.has(row.id))
      .filter((row) => fits(row.name, row.last_name, row.email, row.company_name, row.phone ?? null))
      .map((row) => {
        const label = `${row.name} ${row.last_name}`
        const photo = row.profile_photo_path === null ? null : ownUrl(row.profile_photo_path)
        return recordRow('Customer', row.id, {
          label,
          detail: reachOf(row, text),
          icon: <PersonAvatar name={label} src={photo} size={26} />,
          ...(row.is_archived && { badge: <ArchivedBadge /> }),
        })
      }),
    ...invoices
      .filter((row) => fits(row.invoice_number, row.customer_name))
      .map((row) =>
        recordRow('Invoice', row.id, {
          label: row.invoice_number,
          detail: `${money(row.total_amount, row.currency)} · ${row.customer_name}`,
          badge: <InvoiceBadge status={row.status} />,
        }),
      ),
    ...credit_notes
      .filter((row) => fits(row.credit_number))
      .map((row) =>
        recordRow('Credit note', row.id, {
          label: row.credit_number,
          detail: `${money(row.total_amount, row.currency)} · ${row.customer_name}`,
        }),
      ),
    ...documents('Proposal', proposals),
    ...documents('Contract', contracts),
    ...services
      .filter((row) => fits(row.name, row.category))
      .map((row) =>
        recordRow('Service', row.id, {
          label: row.name,
          ...(row.category && { detail: row.category }),
          badge: <ServiceBadge isActive={row.is_active} />,
        }),
      ),
    ...contacts
      .filter((row) => !hiddenContacts.has(row.id))
      .filter((row) => !customers.some((customer) => isSamePerson(row, customer)))
      .filter((row) => fits(row.name, row.last_name, row.email, row.company_name, row.phone ?? null))
      .map((row) =>
        recordRow('Contact', row.id, { label: `${row.name} ${row.last_name}`, detail: reachOf(row, text) }),
      ),
    ...webhooks
      .filter((row) => fits(row.name, row.url))
      .map((row) =>
        recordRow('Webhook', row.id, {
          label: row.name ?? hostOf(row.url),
          detail: row.url,
          badge: <EndpointStatus webhook={row} />,
        }),
      ),
    ...deliveries
      .filter((row) => fits(row.event_id))
      .map((row): RecordRow => ({
        kind: 'Delivery',
        id: row.id,
        href: `/webhooks/${row.webhook_id}?delivery=${row.id}`,
        label: row.event,
        detail: `${row.event_id} · ${row.webhook_name ?? hostOf(row.url)}`,
        badge: <DeliveryBadge status={row.status} />,
        icon: recordIcon('Delivery', ''),
      })),
  ]
}
