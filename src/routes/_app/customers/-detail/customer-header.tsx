import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'

import type { Customer } from '#contract/customers/customers.ts'
import { ContactButtons } from '#kit/contact-buttons.tsx'
import { ButtonLink } from '#kit/link.tsx'
import { usePageActions } from '#kit/page-actions.ts'
import { useEditKey } from '#kit/page-keys.ts'
import { PersonAvatar } from '#kit/person-avatar.tsx'
import { reachActions } from '#kit/reach-actions.ts'
import { RecordHead } from '#kit/record-head.tsx'
import { StatusBadge } from '#kit/status-badge.tsx'
import { ownUrl } from '#lib/own-url.ts'

import classes from './customer-header.module.css'

interface Props {
  customer: Customer
  name: string
  /** Its deletion has been asked for and may still be undone. */
  isDeleting: boolean
  canEdit: boolean
  menu: ReactNode
}

/** Who the customer is, and the ways to reach them. */
export function CustomerHeader({ customer, name, isDeleting, canEdit, menu }: Props) {
  const navigate = useNavigate()
  const params = { id: String(customer.id) }
  const toEdit = () => void navigate({ to: '/customers/$id/edit', params })
  useEditKey(canEdit ? toEdit : undefined)
  usePageActions([
    ...(canEdit ? [{ label: 'Edit customer', icon: IconPencil, run: toEdit }] : []),
    ...reachActions(customer, 'customer'),
  ])
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
          {canEdit && (
            <ButtonLink
              to="/customers/$id/edit"
              params={params}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden />}
              aria-keyshortcuts="e"
            >
              Edit
            </ButtonLink>
          )}
          {menu}
        </div>
      </header>
    </RecordHead>
  )
}
