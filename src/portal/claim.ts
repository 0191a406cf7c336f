import { newKey } from '#lib/new-key.ts'

const key = 'bureau.portal.claim'
/** Where the browser stores nothing. */
let kept: string | undefined

/**
 * Returns the secret that this tab sends with a link, the same until it is forgotten: if the response is lost, the link works
 * again, but only together with it. It survives a reload, which is what people try first.
 */
export function currentClaim(): string {
  kept = stored() ?? kept ?? newKey()
  try {
    sessionStorage.setItem(key, kept)
  } catch {
    // As long as the page is open, then.
  }
  return kept
}

/** Forgets the secret: the link has worked, or never will. */
export function forgetClaim(): void {
  kept = undefined
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
}

function stored(): string | undefined {
  try {
    const claim = sessionStorage.getItem(key) ?? ''
    return /^[0-9a-f]{64}$/.test(claim) ? claim : undefined
  } catch {
    return undefined
  }
}
