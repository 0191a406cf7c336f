import { accountHeader } from '#contract/access/session.ts'

const key = 'bureau.account'

let account = readStored()

/** Returns the account this tab works in; undefined until the service has named one. */
export const currentAccount = (): number | undefined => account

/** Returns the header that says which account a request is about. */
export const accountHeaders = (): Record<string, string> =>
  account === undefined ? {} : { [accountHeader]: String(account) }

/**
 * Makes every request from now on about that account; with undefined the service chooses. A tab keeps its account over a
 * reload, whichever one other tabs switch to.
 */
export function setAccount(next: number | undefined): void {
  account = next
  try {
    if (next === undefined) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, String(next))
  } catch {
    // Without storage, a reload opens the account chosen last.
  }
}

function readStored(): number | undefined {
  try {
    return Number(sessionStorage.getItem(key)) || undefined
  } catch {
    return undefined
  }
}
