/** What a JSON text says. Undefined for what is none: JSON itself cannot say that. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
