import { StatusBadge, type Tone } from '#kit/status-badge.tsx'

const looks: Record<string, { word: string; tone: Tone } | undefined> = {
  delivered: { word: 'Delivered', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  pending: { word: 'Pending', tone: 'info' },
  discarded: { word: 'Discarded', tone: 'neutral' },
}

/** The status of a delivery. */
export function DeliveryBadge({ status }: { status: string }) {
  const { word, tone } = looks[status] ?? { word: status, tone: 'neutral' }
  return <StatusBadge tone={tone}>{word}</StatusBadge>
}
