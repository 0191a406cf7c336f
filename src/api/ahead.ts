import { accountHeader } from '#contract/access/session.ts'

/** The responses that `vite/ahead.js` has requested before this code arrived, by address. */
type Ahead = Map<string, Promise<Response>>

/**
 * Takes the response to a read that the page has already requested. Each is given once; undefined where there is none,
 * where it failed, or where it is about another account than this request.
 */
export async function takeAhead(address: string, account: number | undefined): Promise<Response | undefined> {
  const { bureauAhead: ahead } = globalThis as { bureauAhead?: Ahead }
  const requested = ahead?.get(address)
  if (!requested) return undefined
  ahead?.delete(address)
  const response = await requested.catch(() => undefined)
  // A tab without an account got the one chosen last, which another tab may have changed in between.
  const isMeant = account === undefined || response?.headers.get(accountHeader) === String(account)
  return isMeant ? response : undefined
}
