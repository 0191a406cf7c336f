import { IconBookmark } from '@tabler/icons-react'

import { useMovedViews } from '#parts/views/move-views.ts'
import { searchOf, useOpenedView, usePersonViews } from '#parts/views/person-views.ts'
import { navigation } from '#routes/-navigation/navigation.ts'

import { SidebarLink } from './sidebar-link.tsx'

import classes from './sidebar.module.css'

/** The views that the person pinned, as entries of the sidebar with the icon of their list. */
export function PinnedViews({ onOpen }: { onOpen: () => void }) {
  const views = usePersonViews()
  useMovedViews()
  const opened = useOpenedView()
  const pinned = views.filter(({ isPinned }) => isPinned)
  if (pinned.length === 0) return null
  return (
    <div role="group" aria-label="Pinned views" className={classes['group']}>
      <h2 className={classes['heading']}>Pinned views</h2>
      {pinned.map((view) => {
        const list = navigation.find(({ to }) => to === view.list)
        const Icon = list?.icon ?? IconBookmark
        return (
          <SidebarLink
            key={view.id}
            link={{ to: view.list as never, search: searchOf(view.search) }}
            label={view.name}
            isCurrent={view.id === opened?.id}
            onOpen={onOpen}
          >
            <Icon size={18} stroke={1.7} aria-hidden />
            <span className={classes['label']} dir="auto" title={list && `${view.name} (${list.label})`}>
              {view.name}
            </span>
          </SidebarLink>
        )
      })}
    </div>
  )
}
