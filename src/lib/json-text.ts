/** Parses JSON. Returns undefined for invalid text, which isn't a value of JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
