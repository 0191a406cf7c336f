/** Returns what a stored JSON text says, or undefined if it is damaged. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
