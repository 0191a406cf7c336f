type Listener = (open: boolean) => void

let waiting: PromiseWithResolvers<boolean> | undefined
const listeners = new Set<Listener>()

/** Asks for the password over the page; all calls that got a 401 wait together. Returns whether to repeat them. */
export function signInAgain(): Promise<boolean> {
  // Nobody listens on the sign-in page itself: there the 401 is the answer.
  if (listeners.size === 0) return Promise.resolve(false)
  if (!waiting) {
    waiting = Promise.withResolvers<boolean>()
    for (const listener of listeners) listener(true)
  }
  return waiting.promise
}

/** Lets the waiting calls continue with a new session, or fail without one. */
export function settleGate(signedIn: boolean): void {
  waiting?.resolve(signedIn)
  waiting = undefined
  for (const listener of listeners) listener(false)
}

/** Calls back when the sign-in dialog is to open or close. Returns an unsubscribe function. */
export function watchGate(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
