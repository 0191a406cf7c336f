import { timestamp } from '#server/platform/lib/clock.ts'

/** Returns the hour that a moment belongs to, as `webhook_hours` spells it: `2026-01-31T09`. */
export const hourOf = (ms: number): string => timestamp(ms).slice(0, 13)
