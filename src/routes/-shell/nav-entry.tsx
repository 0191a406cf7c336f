import { IconLock } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'

import type { Session } from '#contract/access/session.ts'
import { numberText } from '#lib/locale.ts'
import { pluralize } from '#lib/pluralize.ts'
import { searchOf, useOpenedView, usePersonViews } from '#parts/views/person-views.ts'
import {
  type Screen,
  type ScreenPart,
  isLocked,
  lockedText,
  partsOf,
} from '#routes/-navigation/navigation.ts'

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
  const path = useLocation({ select: ({ pathname }) => pathname })
  const isOn = (place: string) => `${path}/`.startsWith(`${place}/`)
  const isOpen = isOn(to)
  const openPart = screen.parts?.find((part) => isOn(part.to))
  const isViewOpen = useOpenedView() !== undefined
  const locked = isLocked(screen, session)
  const isCounted = !locked && (to === '/invoices' || to === '/webhooks') && session.features.records
  const search = views.find((view) => view.list === to && view.isDefault)?.search ?? ''
  const link = (
    <SidebarLink
      link={{ to, search: searchOf(search) }}
      label={label}
      isCurrent={isOpen && !isViewOpen && !openPart}
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
  return (
    <>
      {isCounted ? (
        <div className={classes['counted']}>
          {link}
          <Attention to={to} id={`about-${label}`} />
        </div>
      ) : (
        link
      )}
      {isOpen && <NavParts screen={screen} session={session} open={openPart} onOpen={onOpen} />}
    </>
  )
}

interface PartsProps extends Props {
  /** The one that is open. */
  open: ScreenPart | undefined
}

/** The lists that belong to a screen, below its entry. */
function NavParts({ screen, session, open, onOpen }: PartsProps) {
  const parts = partsOf(screen, session)
  if (parts.length === 0) return null
  return (
    <div role="group" aria-label={screen.label} className={classes['parts']}>
      {parts.map((part) => (
        <SidebarLink
          key={part.to}
          link={{ to: part.to }}
          label={part.label}
          isCurrent={part === open}
          onOpen={onOpen}
        >
          <part.icon size={18} stroke={1.7} aria-hidden />
          <span className={classes['label']}>{part.label}</span>
        </SidebarLink>
      ))}
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
