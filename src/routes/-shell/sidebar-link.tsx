import { type LinkOptions, useLinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import classes from './sidebar.module.css'

interface Props {
  link: LinkOptions
  /** Shown as a tooltip where the sidebar is a rail of icons. */
  label: string
  /** Whether this is the current entry; at most one is. */
  isCurrent: boolean
  /** Id of its description. */
  describedBy?: string | undefined
  onOpen: () => void
  children: ReactNode
}

/** An entry of the sidebar. The router would mark every link to this list as the current page, also the one to a view. */
export function SidebarLink({ link, label, isCurrent, describedBy, onOpen, children }: Props) {
  const props = useLinkProps({ ...link, className: classes['entry'], onClick: onOpen } as LinkOptions)
  return (
    <a
      {...props}
      aria-describedby={describedBy}
      data-label={label}
      data-status={isCurrent ? 'active' : undefined}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {children}
    </a>
  )
}
