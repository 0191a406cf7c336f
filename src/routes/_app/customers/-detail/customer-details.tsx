import { Anchor } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { ReactNode } from 'react'

import { processorOf } from '#api/customers.ts'
import type { Customer } from '#contract/customers.ts'
import { CopyIcon } from '#kit/copy-button.tsx'
import { SectionCard } from '#kit/section-card.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { mailUrl } from '#lib/mail.ts'
import { telUrl } from '#lib/phone.ts'
import { webAddress } from '#lib/web-address.ts'

import { addressLines } from '../-address.ts'
import { businessTitle } from '../-business-title.ts'

import classes from './facts.module.css'

/** How to reach the person and the company. What is empty isn't shown. */
export function CustomerDetails({ customer }: { customer: Customer }) {
  const { business_information: business } = customer
  const processor = processorOf(customer)
  return (
    <SectionCard title="Details">
      <dl className={classes.facts}>
        <Fact label="Email" value={customer.email}>
          <Email value={customer.email} />
        </Fact>
        <Fact label="Phone" value={customer.phone}>
          <Phone value={customer.phone} />
        </Fact>
        <Fact label={businessTitle.company_name} value={business.company_name} />
        <Fact label={businessTitle.company_email} value={business.company_email}>
          <Email value={business.company_email ?? ''} />
        </Fact>
        <Fact label={businessTitle.company_phone} value={business.company_phone}>
          <Phone value={business.company_phone ?? ''} />
        </Fact>
        <Fact label={businessTitle.company_website} value={business.company_website}>
          <Website value={business.company_website ?? ''} />
        </Fact>
        <Fact label="Address" value={addressLines(business).join('\n')} />
        <Fact label={businessTitle.fax} value={business.fax} />
        {processor && (
          <div className={classes.fact}>
            <dt>{processor.name}</dt>
            <dd>
              <StatusBadge tone={processor.isLinked ? 'good' : 'neutral'}>
                {processor.isLinked ? 'Linked' : 'Not linked'}
              </StatusBadge>
            </dd>
          </div>
        )}
      </dl>
    </SectionCard>
  )
}

interface FactProps {
  label: string
  value: string | null | undefined
  /** It may be long, so it takes a whole line. */
  isWide?: boolean
  /** Instead of the bare value. */
  children?: ReactNode
}

/** One value under its label, with a copy button that appears on hover and focus. */
export function Fact({ label, value, isWide = false, children }: FactProps) {
  const text = value?.trim() ?? ''
  if (text === '') return null
  return (
    <div className={`${classes.fact} ${isWide ? classes.wide : ''}`}>
      <dt>{label}</dt>
      <dd>
        <span className={classes.value} dir="auto">
          {children ?? text}
        </span>
        <span className={classes.copy}>
          <CopyIcon text={text} label={label} />
        </span>
      </dd>
    </div>
  )
}

const Email = ({ value }: { value: string }) => (
  <Anchor inherit href={mailUrl(value)}>
    {value}
  </Anchor>
)

function Phone({ value }: { value: string }) {
  const url = telUrl(value)
  return url ? (
    <Anchor inherit href={url}>
      <bdi>{value}</bdi>
    </Anchor>
  ) : (
    value
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
