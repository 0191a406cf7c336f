import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'

import { processorOf } from '#api/customers.ts'
import { addressLines } from '#contract/address.ts'
import type { Customer } from '#contract/customers.ts'
import { EmailLink, PhoneLink } from '#kit/contact-links.tsx'
import { Fact, FactList, FactState } from '#kit/facts.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { webAddress } from '#lib/web-address.ts'
import { businessTitle } from '#parts/customer-inputs/business-title.ts'

/** How to reach the person and the company. What is empty isn't shown. */
export function CustomerDetails({ customer }: { customer: Customer }) {
  const { business_information: business } = customer
  const processor = processorOf(customer)
  return (
    <SectionCard title="Details">
      <FactList>
        <Fact label="Email" value={customer.email}>
          <EmailLink value={customer.email} />
        </Fact>
        <Fact label="Phone" value={customer.phone}>
          <PhoneLink value={customer.phone} />
        </Fact>
        <Fact label={businessTitle.company_name} value={business.company_name} />
        <Fact label={businessTitle.company_email} value={business.company_email}>
          <EmailLink value={business.company_email ?? ''} />
        </Fact>
        <Fact label={businessTitle.company_phone} value={business.company_phone}>
          <PhoneLink value={business.company_phone ?? ''} />
        </Fact>
        <Fact label={businessTitle.company_website} value={business.company_website}>
          <Website value={business.company_website ?? ''} />
        </Fact>
        <Fact label="Address" value={addressLines(business).join('\n')} />
        <Fact label={businessTitle.fax} value={business.fax} />
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
