/** Returns a function that calls `run`, unless an earlier call is still under way. */
export function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let isRunning = false
  return async () => {
    if (isRunning) return
    isRunning = true
    try {
      await run()
    } finally {
      isRunning = false
    }
  }
}
