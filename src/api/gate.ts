type Listener = (open: boolean) => void

let waiting: PromiseWithResolvers<boolean> | undefined
const listeners = new Set<Listener>()

/** Asks for the password over the page and waits; all calls that ran into 401 wait together. Returns whether to go on. */
export function signInAgain(): Promise<boolean> {
  // On the sign-in page itself nobody listens, and the 401 is the answer.
  if (listeners.size === 0) return Promise.resolve(false)
  if (!waiting) {
    waiting = Promise.withResolvers<boolean>()
    for (const listener of listeners) listener(true)
  }
  return waiting.promise
}

/** Tells those who wait that there is a session again, or that it was given up. */
export function settleGate(signedIn: boolean): void {
  waiting?.resolve(signedIn)
  waiting = undefined
  for (const listener of listeners) listener(false)
}

/** Calls back when the dialog is to open or close. Returns the way to stop. */
export function watchGate(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
