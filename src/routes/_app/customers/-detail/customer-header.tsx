import { type ReactNode, useEffect, useRef } from 'react'

import type { Customer } from '#contract/customers/customers.ts'
import { ContactButtons } from '#kit/contact-buttons.tsx'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { RecordHead } from '#kit/record-head.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { ownUrl } from '#lib/own-url.ts'

import classes from './customer-header.module.css'

interface Props {
  customer: Customer
  name: string
  /** Its deletion has been asked for and may still be undone. */
  isDeleting: boolean
  actions: ReactNode
}

/** Who the customer is, and the ways to reach them. */
export function CustomerHeader({ customer, name, isDeleting, actions }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(
    function announce() {
      document.title = `${name} · Bureau`
      heading.current?.focus({ preventScroll: true })
    },
    [name],
  )
  const company = customer.business_information.company_name ?? ''
  return (
    <RecordHead>
      <header className={classes.header} role="presentation">
        <PersonAvatar
          name={name}
          src={customer.profile_photo_path && ownUrl(customer.profile_photo_path)}
          size={56}
        />
        <div className={classes.who}>
          <h1 className={classes.name} ref={heading} tabIndex={-1}>
            <bdi>{name}</bdi>
          </h1>
          {company !== '' && (
            <p className={classes.company}>
              <bdi>{company}</bdi>
            </p>
          )}
        </div>
        {isDeleting && <StatusBadge tone="bad">Deleting…</StatusBadge>}
        <div className={classes.actions}>
          <ContactButtons name={name} email={customer.email} phone={customer.phone} />
          {actions}
        </div>
      </header>
    </RecordHead>
  )
}
