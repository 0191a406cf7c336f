import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { sendPending } from '#api/grace.ts'
import { session } from '#api/session.ts'
import type { Session } from '#contract/session.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { clearDrafts } from '#lib/drafts.ts'

import { forgetRecents } from '../-palette/recents.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The account to go to. No part of the address: a link from elsewhere must not change it. */
    account?: number
  }
}

const tell = (error: Error) =>
  void toast({ id: 'session', color: 'red', title: 'Something went wrong', message: error.message })

/** Signs out, here or everywhere. What still waits to be deleted is sent before, and no draft stays behind. */
export function useLeave() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useSingleFlightMutation({
    ...session.signOut(),
    onMutate: async () => {
      await sendPending()
      await queryClient.cancelQueries()
    },
    onSuccess: async () => {
      await clearDrafts()
      await navigate({ to: '/sign-in' })
      forgetRecents()
      queryClient.clear()
    },
    onError: tell,
  })
}

/** Goes to another account of the same person, unless something unfinished here is better not left. */
export function useSwitchAccount() {
  const navigate = useNavigate()
  return (account: number) => void navigate({ to: '/', state: { account } })
}

/**
 * Makes this tab one of that account. Nothing read from the one before stays. Aborted when somebody has turned elsewhere
 * before there was an answer, it leaves the tab where it is.
 */
export async function enterAccount(
  queryClient: QueryClient,
  account: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await sendPending()
    const next = await session.switchAccount(account, signal)
    // Their answers would be about the account before, and make this tab one of that again.
    await queryClient.cancelQueries()
    changeAccount(queryClient, next)
  } catch (error) {
    if (!signal.aborted) tell(error as Error)
  }
}

/** Drops what was read before, but for the session: what shows it is to see the change. */
export function changeAccount(queryClient: QueryClient, next: Session): void {
  queryClient.setQueryData(session.current().queryKey, next)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}
