import { StatusBadge, type Tone } from '#kit/status-badge.tsx'

const statuses: Readonly<Record<string, { readonly word: string; readonly tone: Tone }>> = {
  draft: { word: 'Draft', tone: 'neutral' },
  sent: { word: 'Sent', tone: 'info' },
  viewed: { word: 'Viewed', tone: 'info' },
  accepted: { word: 'Accepted', tone: 'good' },
  signed: { word: 'Signed', tone: 'good' },
  declined: { word: 'Declined', tone: 'bad' },
  expired: { word: 'Expired', tone: 'notice' },
  ended: { word: 'Ended', tone: 'neutral' },
}

/** Label of a status; an unknown one keeps its own word. */
export const documentStatusWord = (status: string): string => statuses[status]?.word ?? status

/** The status of a proposal or contract, in its color. */
export const DocumentBadge = ({ status }: { status: string }) => (
  <StatusBadge tone={statuses[status]?.tone ?? 'neutral'}>{documentStatusWord(status)}</StatusBadge>
)
