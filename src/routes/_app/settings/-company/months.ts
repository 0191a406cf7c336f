import { dateFormat } from '#lib/locale.ts'

const name = dateFormat({ month: 'long', timeZone: 'UTC' })

/** `January` for 1. */
export const monthName = (month: number): string => name(Date.UTC(2026, month - 1, 15))
