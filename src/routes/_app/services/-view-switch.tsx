import { SegmentedControl, VisuallyHidden } from '@mantine/core'
import { type Icon, IconLayoutGrid, IconList } from '@tabler/icons-react'

import type { ServiceListSearch } from './-service-list-search.ts'

import classes from './-view-switch.module.css'

type View = ServiceListSearch['view']

interface Props {
  view: View
  onView: (view: View) => void
}

/** Shows the catalog as a table or as cards. */
export function ViewSwitch({ view, onView }: Props) {
  return (
    <SegmentedControl
      aria-label="View"
      classNames={{ root: classes['root'] ?? '', label: classes['label'] ?? '' }}
      data={[
        { value: 'table', label: <Choice icon={IconList} label="Table" /> },
        { value: 'cards', label: <Choice icon={IconLayoutGrid} label="Cards" /> },
      ]}
      value={view}
      onChange={(chosen) => onView(chosen as View)}
    />
  )
}

function Choice({ icon: Sign, label }: { icon: Icon; label: string }) {
  return (
    <span title={label}>
      <Sign size={16} aria-hidden style={{ display: 'block' }} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}
