// The service marks the page it sends to a browser without a session, so that we skip requests that are bound to return
// 401. Outside a page, as in a unit test, nothing is known.
let signedOut = 'document' in globalThis && document.documentElement.dataset['visitor'] === 'new'

/** Returns whether the browser is known to have no session, or is just signing out. */
export const isSignedOut = (): boolean => signedOut

/** Counts as signed out while `leave` runs, and afterwards unless it fails. */
export async function becomeSignedOut<Response>(leave: () => Promise<Response>): Promise<Response> {
  signedOut = true
  try {
    return await leave()
  } catch (error) {
    signedOut = false
    throw error
  }
}

/** Counts as signed in once `enter` has succeeded; not yet where `data` is null, as a code is asked for next. */
export async function becomeSignedIn<Response extends { data: unknown }>(
  enter: Promise<Response>,
): Promise<Response> {
  const response = await enter
  if (response.data !== null) signedOut = false
  return response
}
