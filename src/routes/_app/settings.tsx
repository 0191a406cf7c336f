import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, createFileRoute, useLocation } from '@tanstack/react-router'

import { session } from '#api/session.ts'
import { NoAccess } from '#kit/no-access.tsx'
import { NotFound } from '#kit/not-found.tsx'
import { obstacle, sectionGroups } from '#parts/settings-sections.ts'

import { SectionList } from './settings/-section-list.tsx'

import classes from './settings/-layout.module.css'

export const Route = createFileRoute('/_app/settings')({ component: Settings })

/** The pages of the settings beside their list. */
function Settings() {
  const { data: current } = useSuspenseQuery(session.current())
  const path = useLocation({ select: ({ pathname }) => `${pathname}/` })
  const section = sectionGroups
    .flatMap(({ sections }) => sections)
    .find(({ to }) => path.startsWith(`${to}/`))
  const why = section && obstacle(section, current)
  if (section?.isWide && why === undefined) return <Outlet />
  return (
    <div className={classes['layout']}>
      <SectionList session={current} />
      <div className={classes['section']}>
        {why === 'locked' ? (
          <NoAccess
            title={`You don’t have access to ${section?.phrase ?? section?.label.toLowerCase()}`}
            ability={section?.ability ?? ''}
          />
        ) : why === 'missing' ? (
          <NotFound />
        ) : (
          <Outlet />
        )}
      </div>
    </div>
  )
}
