import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'

import { sendPending } from '#api/grace.ts'
import { session } from '#api/session.ts'
import type { Session } from '#contract/access/session.ts'
import { useSingleFlightMutation } from '#kit/single-flight-mutation.ts'
import { toast } from '#kit/toast.ts'
import { clearDrafts } from '#lib/drafts.ts'

import { betweenScreens } from './leaving-account.ts'
import { forgetRecents } from './recents.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The account to go to. No part of the address: a link from elsewhere must not change it. */
    account?: number
  }
}

const tell = toast.failed('session', 'Something went wrong')

/** Signs out, here or everywhere. Pending deletions are sent first, and drafts are deleted. */
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

/** Switches to another account of the same person; asks first if there is unsaved work. */
export function useSwitchAccount() {
  const navigate = useNavigate()
  return (account: number) => void navigate({ to: '/', state: { account } })
}

/**
 * Makes this tab one of that account. Nothing read from the one before stays. Aborted when the person navigates
 * elsewhere before the response, it leaves the tab in its account.
 */
export async function enterAccount(
  queryClient: QueryClient,
  account: number,
  signal: AbortSignal,
): Promise<void> {
  try {
    await sendPending()
    const next = await session.switchAccount(account, signal)
    // Their responses would be about the previous account, and switch this tab back to it.
    await queryClient.cancelQueries()
    betweenScreens(() => {
      session.become(next)
      changeAccount(queryClient, next)
    })
  } catch (error) {
    if (!signal.aborted) tell(error as Error)
  }
}

/** Drops everything that was read before except the session, whose observers must see the change. */
export function changeAccount(queryClient: QueryClient, next: Session): void {
  queryClient.setQueryData(session.current().queryKey, next)
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
}
