import { Button } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCloudDownload,
  IconCloudOff,
  IconFileOff,
  IconLock,
} from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'

import { EmptyState } from './empty-state.tsx'
import { ButtonLink } from './link.tsx'

/** A failed load or write; `ApiError` has this shape. */
export interface Failure {
  readonly message: string
  readonly kind?: string
  readonly fields?: Readonly<Record<string, string>>
  /** The message says all there is to say. */
  readonly isExplained?: boolean
}

const looks: Record<string, { title: string; hint: string; icon: typeof IconLock }> = {
  'screen-load': {
    title: 'Loading this screen…',
    hint: 'This is taking longer than usual. It opens as soon as the connection allows; nothing is lost.',
    icon: IconCloudDownload,
  },
  offline: {
    title: 'No connection',
    hint: 'This will load when you’re back online.',
    icon: IconCloudOff,
  },
  forbidden: { title: 'No access', hint: 'Ask an owner of this account for access.', icon: IconLock },
  absent: {
    title: 'Not found',
    hint: 'It may have been deleted, or it belongs to another account.',
    icon: IconFileOff,
  },
}
const broken = { title: 'Something went wrong', hint: 'Try again in a moment.', icon: IconAlertTriangle }

const lists = {
  customers: { to: '/customers', one: 'Customer' },
  invoices: { to: '/invoices', one: 'Invoice' },
  services: { to: '/services', one: 'Service' },
  webhooks: { to: '/webhooks', one: 'Webhook' },
  contacts: { to: '/contacts', one: 'Contact' },
} as const

interface Props {
  error: Failure
  retry?: () => void
  isPage?: boolean
  /** The noun for “not found”: `Service`. A page says so by its address. */
  what?: string
}

/** A load that failed, in place of what it would have shown. A record that doesn't exist offers the way to its list. */
export function Problem({ error, retry, isPage = false, what }: Props) {
  const { title, hint, icon } = looks[error.kind ?? ''] ?? broken
  const first = useLocation({ select: ({ pathname }) => pathname.split('/')[1] }) ?? ''
  const list = first in lists ? lists[first as keyof typeof lists] : undefined
  const isAbsent = error.kind === 'absent'
  const missing = isAbsent ? (what ?? (isPage ? list?.one : undefined)) : undefined
  return (
    <EmptyState
      icon={icon}
      title={missing === undefined ? title : `${missing} not found`}
      isPage={isPage}
      role="alert"
      action={
        isAbsent && isPage ? (
          <ButtonLink to={list?.to ?? '/'} variant="default">
            Back to {list ? first : 'overview'}
          </ButtonLink>
        ) : (
          retry &&
          !isAbsent && (
            <Button variant="default" onClick={retry}>
              Try again
            </Button>
          )
        )
      }
    >
      {messageOf(error)}
      {error.isExplained !== true && hint}
    </EmptyState>
  )
}

function messageOf({ kind, message, isExplained }: Failure): string {
  if (isExplained) return `${message}.`
  // The server's message about its own error, or the browser's about a missing file, helps nobody.
  if (kind === 'broken') return 'The server couldn’t process this. Nothing was lost. '
  return kind === 'screen-load' || kind === 'absent' ? '' : `${message}. `
}
