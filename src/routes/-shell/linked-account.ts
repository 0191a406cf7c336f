import { linkedAccount } from '#contract/access/session.ts'

interface Linked {
  readonly account: number
  /** The page it leads to. */
  readonly path: string
}

/**
 * The account of the link that this page was opened with, such as that of an email. It is offered and never entered without asking: a
 * link from elsewhere must not change the account.
 */
export const linked: Linked | undefined = takeFromAddress()

/** Takes it out of the address, so that no screen has to know it. */
function takeFromAddress(): Linked | undefined {
  const url = new URL(globalThis.location.href)
  const account = Number(url.searchParams.get(linkedAccount))
  if (!url.searchParams.has(linkedAccount)) return undefined
  url.searchParams.delete(linkedAccount)
  history.replaceState(history.state, '', url)
  return Number.isSafeInteger(account) && account > 0 ? { account, path: url.pathname } : undefined
}
