import { useQuery } from '@tanstack/react-query'

import { counts } from '#api/counts.ts'
import type { Session } from '#contract/session.ts'
import { useIdle } from '#kit/lazy-with-retry.ts'

/** The most that the service counts. */
const most = 100

/** How many notifications the person hasn't read, in short and for screen readers; undefined for none. */
export function useUnread({
  features,
}: Session): { readonly short: string; readonly long: string } | undefined {
  const idle = useIdle()
  const { data } = useQuery({ ...counts.now(), enabled: idle && features.includes('counts') })
  const count = data?.unread_notifications ?? 0
  if (count === 0) return undefined
  const short = count >= most ? `${most - 1}+` : String(count)
  return { short, long: `${short} unread` }
}
