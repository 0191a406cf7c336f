import { IconCheck, IconClock, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react'

import { StateBadge } from '#kit/state-badge.tsx'

const looks: Record<string, { word: string; color: string; icon: typeof IconCheck } | undefined> = {
  delivered: { word: 'Delivered', color: 'teal', icon: IconCheck },
  failed: { word: 'Failed', color: 'red', icon: IconX },
  pending: { word: 'Pending', color: 'blue', icon: IconClock },
  discarded: { word: 'Discarded', color: 'gray', icon: IconMinus },
}

/** What became of a delivery. */
export function DeliveryMark({ status }: { status: string }) {
  const { word, color, icon } = looks[status] ?? { word: status, color: 'gray', icon: IconQuestionMark }
  return (
    <StateBadge color={color} icon={icon}>
      {word}
    </StateBadge>
  )
}
