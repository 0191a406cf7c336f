import { StatusBadge as Badge, type Tone } from '#kit/status-badge.tsx'

const words: Readonly<Record<string, string>> = {
  draft: 'Draft',
  sent: 'Sent',
  paid: 'Paid',
  overdue: 'Overdue',
  outstanding: 'Outstanding',
  refundable: 'To refund',
  void: 'Void',
  credited: 'Credited',
}

/** Label of a status; an unknown one keeps its own word. */
export const statusWord = (status: string): string => words[status] ?? status

const tones: Readonly<Record<string, Tone>> = { sent: 'info', paid: 'good', overdue: 'bad' }

/** The status of an invoice, in its color. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={tones[status] ?? 'neutral'}>{statusWord(status)}</Badge>
}

/** Whether somebody still has to pay it. */
export const isOpen = (status: string): boolean => status === 'sent' || status === 'overdue'
