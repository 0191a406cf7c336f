import { useCounts } from './use-counts.ts'

/** The most that the service counts. */
const most = 100

/** How many notifications the person hasn't read, in short and for screen readers; undefined for none. */
export function useUnread(): { readonly short: string; readonly long: string } | undefined {
  const count = useCounts()?.unread_notifications ?? 0
  if (count === 0) return undefined
  const short = count >= most ? `${most - 1}+` : String(count)
  return { short, long: `${short} unread` }
}
