import { Text } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'

import { searchOf, usePersonViews } from './person-views.ts'

/** The views somebody pinned, as links of the navigation. */
export function PinnedViews({ className, onOpen }: { className: string; onOpen: () => void }) {
  const [views] = usePersonViews()
  const pinned = views.filter(({ isPinned }) => isPinned)
  if (pinned.length === 0) return null
  return (
    <>
      <Text component="h2" size="xs" fw={600} c="dimmed" px="sm" pt="md" pb={4}>
        Pinned views
      </Text>
      {pinned.map((view) => (
        <Link
          key={view.id}
          to={view.list}
          search={searchOf(view.search)}
          activeOptions={{ exact: true }}
          className={className}
          onClick={onOpen}
        >
          <IconBookmark size={18} aria-hidden />
          <Text span inherit lineClamp={2} dir="auto">
            {view.name}
          </Text>
        </Link>
      ))}
    </>
  )
}
