import { Badge } from '@mantine/core'
import { IconCheck, IconClock, IconMinus, IconQuestionMark, IconX } from '@tabler/icons-react'

const looks: Record<string, { word: string; color: string; icon: typeof IconCheck } | undefined> = {
  delivered: { word: 'Delivered', color: 'teal', icon: IconCheck },
  failed: { word: 'Failed', color: 'red', icon: IconX },
  pending: { word: 'Pending', color: 'blue', icon: IconClock },
  discarded: { word: 'Discarded', color: 'gray', icon: IconMinus },
}

/** What became of a delivery. */
export function DeliveryMark({ status }: { status: string }) {
  const { word, color, icon: Icon } = looks[status] ?? { word: status, color: 'gray', icon: IconQuestionMark }
  return (
    <Badge
      variant="light"
      color={color}
      radius="sm"
      tt="none"
      fw={600}
      miw="max-content"
      leftSection={<Icon size={12} aria-hidden />}
    >
      {word}
    </Badge>
  )
}
