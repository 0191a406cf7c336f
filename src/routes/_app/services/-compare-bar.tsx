import { ButtonLink } from '#kit/link.tsx'
import { SelectionBar } from '#kit/list/selection-bar.tsx'

import { mostPicked } from './-picked-ids.ts'

interface Props {
  /** As the URL has them. */
  ids: string
  count: number
  onClear: () => void
}

/** How many are picked for a comparison, and the way to it. */
export function CompareBar({ ids, count, onClear }: Props) {
  if (count === 0) return null
  return (
    <SelectionBar label={<span role="status">{labelOf(count)}</span>} onClear={onClear}>
      {count > 1 && (
        <ButtonLink to="/services/compare" search={{ ids }} size="compact-md">
          Compare
        </ButtonLink>
      )}
    </SelectionBar>
  )
}

function labelOf(count: number): string {
  if (count === 1) return '1 service selected. Select one more to compare'
  return `${count} services selected${count === mostPicked ? ' (maximum reached)' : ''}`
}
