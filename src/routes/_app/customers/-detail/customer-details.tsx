import { ActionIcon, Anchor } from '@mantine/core'
import { IconExternalLink, IconPencil } from '@tabler/icons-react'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'

import { processorOf } from '#api/customers.ts'
import { addressLines } from '#contract/customers/address.ts'
import type { Customer } from '#contract/customers/customers.ts'
import { EmailLink, PhoneLink } from '#kit/contact-links.tsx'
import { Fact, FactList, FactState } from '#kit/facts.tsx'
import { lazyWithRetry } from '#kit/lazy-with-retry.ts'
import { SectionCard } from '#kit/section-card.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { webAddress } from '#lib/web-address.ts'
import { businessTitle } from '#parts/customer-inputs/business-title.ts'

import type { FactPath } from '../-edit/change-fact.ts'
import { CustomerAssignee } from './customer-assignee.tsx'

interface Props {
  customer: Customer
  canEdit: boolean
  /** Whether the service says more of customers than the specification does. */
  isHere: boolean
}

/** How to reach the person and the company. What is empty isn't shown. */
export function CustomerDetails({ customer, canEdit, isHere }: Props) {
  const { id: customerId, business_information: business } = customer
  const shared = { customerId, canEdit }
  const processor = processorOf(customer)
  return (
    <SectionCard title="Details">
      <FactList>
        <EditableFact {...shared} path="email" label="Email" value={customer.email}>
          <EmailLink value={customer.email} />
        </EditableFact>
        <EditableFact {...shared} path="phone" label="Phone" value={customer.phone}>
          <PhoneLink value={customer.phone} />
        </EditableFact>
        <EditableFact
          {...shared}
          path="business.company_name"
          label={businessTitle.company_name}
          value={business.company_name}
        />
        <EditableFact
          {...shared}
          path="business.company_email"
          label={businessTitle.company_email}
          value={business.company_email}
        >
          <EmailLink value={business.company_email ?? ''} />
        </EditableFact>
        <EditableFact
          {...shared}
          path="business.company_phone"
          label={businessTitle.company_phone}
          value={business.company_phone}
        >
          <PhoneLink value={business.company_phone ?? ''} />
        </EditableFact>
        <EditableFact
          {...shared}
          path="business.company_website"
          label={businessTitle.company_website}
          value={business.company_website}
        >
          <Website value={business.company_website ?? ''} />
        </EditableFact>
        <Fact label="Address" value={addressLines(business).join('\n')} />
        <EditableFact {...shared} path="business.fax" label={businessTitle.fax} value={business.fax} />
        {isHere && <CustomerAssignee customerId={customerId} canEdit={canEdit} />}
        {processor && (
          <FactState label={processor.name}>
            <StatusBadge tone={processor.isLinked ? 'good' : 'neutral'}>
              {processor.isLinked ? 'Linked' : 'Not linked'}
            </StatusBadge>
          </FactState>
        )}
      </FactList>
    </SectionCard>
  )
}

function Website({ value }: { value: string }) {
  const address = webAddress(value)
  if (!address) return value
  return (
    <Anchor inherit href={address} target="_blank" rel="noopener noreferrer">
      {value.replace(/^https?:\/\//i, '').replace(/\/$/, '')}{' '}
      <IconExternalLink size={13} aria-label="opens in a new tab" />
    </Anchor>
  )
}

const FactEditor = lazyWithRetry(async () => (await import('../-edit/fact-editor.tsx')).FactEditor)

interface EditableFactProps {
  customerId: number
  path: FactPath
  label: string
  value: string | null | undefined
  /** Whether this person may change it here. */
  canEdit: boolean
  /** Instead of the bare value. */
  children?: ReactNode
}

/** A value of a customer that can be changed in its place. */
function EditableFact({ customerId, path, canEdit, ...fact }: EditableFactProps) {
  const [isOpen, setOpen] = useState(false)
  const pencil = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(
    function returnFocus() {
      if (wasOpen.current && !isOpen) pencil.current?.focus()
      wasOpen.current = isOpen
    },
    [isOpen],
  )
  const { label, value, children } = fact
  if (isOpen)
    return (
      <FactState label={label}>
        <Suspense fallback={children ?? value}>
          <FactEditor
            customerId={customerId}
            path={path}
            label={label}
            value={value ?? ''}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      </FactState>
    )
  return (
    <Fact
      {...fact}
      action={
        canEdit && (
          <ActionIcon
            ref={pencil}
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Change ${label.toLowerCase()}`}
            onClick={() => setOpen(true)}
          >
            <IconPencil size={15} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
}
