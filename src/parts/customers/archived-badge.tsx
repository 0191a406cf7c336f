import { StatusBadge } from '#kit/status-badge.tsx'

/** Marks an archived customer where others are shown too. */
export const ArchivedBadge = () => <StatusBadge tone="neutral">Archived</StatusBadge>
