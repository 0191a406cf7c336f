import { IconLock } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'

import type { Session } from '#contract/session.ts'
import { numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'
import { searchOf, useOpenedView, usePersonViews } from '#parts/views/person-views.ts'
import { type Screen, isLocked, lockedText } from '#routes/-navigation/navigation.ts'

import { SidebarLink } from './sidebar-link.tsx'
import { useCounts } from './use-counts.ts'

import classes from './sidebar.module.css'

interface Props {
  screen: Screen
  session: Session
  onOpen: () => void
}

/** One screen in the sidebar: icon, label, and how much in it needs attention. */
export function NavEntry({ screen, session, onOpen }: Props) {
  const { to, label, icon: Icon, needs } = screen
  const views = usePersonViews()
  const isOpen = useLocation({ select: ({ pathname }) => `${pathname}/`.startsWith(`${to}/`) })
  const isViewOpen = useOpenedView() !== undefined
  const locked = isLocked(screen, session)
  const isCounted = !locked && (to === '/invoices' || to === '/webhooks') && session.features.records
  const search = views.find((view) => view.list === to && view.isDefault)?.search ?? ''
  const link = (
    <SidebarLink
      link={{ to, search: searchOf(search) }}
      label={label}
      isCurrent={isOpen && !isViewOpen}
      describedBy={isCounted ? `about-${label}` : undefined}
      onOpen={onOpen}
    >
      <Icon size={18} stroke={1.7} aria-hidden />
      <span className={classes['label']}>
        {label}
        {locked && <span className={classes['sub']}>{lockedText(needs)}</span>}
      </span>
      {locked && <IconLock size={14} aria-hidden />}
    </SidebarLink>
  )
  if (!isCounted) return link
  return (
    <div className={classes['counted']}>
      {link}
      <Attention to={to} id={`about-${label}`} />
    </div>
  )
}

/** How many overdue invoices or failing webhooks there are. */
function Attention({ to, id }: { to: Screen['to']; id: string }) {
  const counts = useCounts()
  const count = to === '/invoices' ? counts?.overdue_invoices : counts?.failing_webhooks
  if (!count) return null
  const about = to === '/invoices' ? `${numberText(count)} overdue` : `${pluralize(count, 'webhook')} failing`
  return (
    <span className={classes['count']} title={about}>
      {count > 999 ? '999+' : numberText(count)}
      <span id={id} className={classes['srOnly']}>
        {about}
      </span>
    </span>
  )
}
