import { accountHeader } from '#contract/session.ts'

const key = 'bureau.account'

let account = remembered()

/** The account this tab works in; undefined until the service has said it. */
export const currentAccount = (): number | undefined => account

/** Says which account a request is about. */
export const aboutAccount = (): Record<string, string> =>
  account === undefined ? {} : { [accountHeader]: String(account) }

/**
 * Lets every request from now on be about that account; undefined leaves it to the service. A tab keeps its account over
 * a reload, whichever one other tabs have gone to.
 */
export function workIn(next: number | undefined): void {
  account = next
  try {
    if (next === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, String(next))
  } catch {
    // Without storage a reload opens the account chosen last.
  }
}

function remembered(): number | undefined {
  try {
    return Number(sessionStorage.getItem(key)) || undefined
  } catch {
    return undefined
  }
}
