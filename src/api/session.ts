import { type QueryClient, mutationOptions, queryOptions } from '@tanstack/react-query'

import {
  type Session,
  mediaPath,
  showEntrance,
  showSession,
  signOut,
  switchAccount,
} from '#contract/access/session.ts'
import { setBusinessZone } from '#lib/calendar.ts'
import { setFormatRegion } from '#lib/locale.ts'
import { setFileRoute } from '#lib/own-url.ts'

import { setAccount } from './account.ts'
import { call } from './client.ts'
import { withoutDenied } from './denied-abilities.ts'
import { ApiError } from './errors.ts'
import { becomeSignedOut } from './signed-out.ts'

/** Makes this tab one of the account that the response is about; null is a sign-in that waits for a code. */
export function rememberAccount<Response extends { data: Session | null }>(response: Response): Response {
  if (response.data) becomeAccount(response.data)
  return response
}

function becomeAccount({ account, user, time_zone, file_hosts: hosts }: Session): void {
  setAccount(account.id)
  setBusinessZone(time_zone)
  setFormatRegion(user.format_region)
  setFileRoute(hosts && { path: mediaPath, account: account.id, hosts })
}

/** Names a draft, for each person and account. `form` says of what: `service:12`. */
export const draftName = (form: string, { account, user }: Session): string =>
  `${form}:${account.id}:${user.id}`

/** Who is signed in, and the way out. */
export const session = {
  current: () =>
    queryOptions({
      queryKey: ['session'] as const,
      queryFn: async ({ signal, client, queryKey }) => {
        const isOpen = client.getQueryData(queryKey) !== undefined
        const ask = () => call(showSession, {}, signal)
        const answer = rememberAccount(
          await ask().catch((error: unknown) => {
            // They lost access to the account from before the reload. The account of an open page never changes silently.
            if (isOpen || !(error instanceof ApiError) || error.kind !== 'forbidden') throw error
            setAccount(undefined)
            return ask()
          }),
        )
        return withoutDenied(answer.data)
      },
      staleTime: 60_000,
    }),
  entrance: () =>
    queryOptions({
      queryKey: ['entrance'] as const,
      queryFn: async ({ signal }) => (await call(showEntrance, {}, signal)).data,
      staleTime: 60_000,
    }),
  signOut: () =>
    mutationOptions({
      mutationFn: async (everywhere: boolean) => {
        await becomeSignedOut(() => call(signOut, { body: { everywhere } }))
        setAccount(undefined)
      },
    }),
  /** Returns the session in that account; `become` makes it this tab's, at once with whatever shows it. */
  switchAccount: async (account_id: number, signal: AbortSignal) =>
    (await call(switchAccount, { body: { account_id } }, signal)).data,
  become: becomeAccount,
}

/**
 * Prefetches what a screen reads, without awaiting it, where the requests depend on the session: calls `prefetch` once
 * that is known. Never throws: the layout handles a missing session.
 */
export function prefetchForSession(client: QueryClient, prefetch: (session: Session) => void): void {
  void client.ensureQueryData(session.current()).then(prefetch, () => undefined)
}
