import { useState } from 'react'

/** The value, or the last one there was: what a drawer shows must not vanish before the drawer has closed. */
export function usePreviousDefined<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value)
  if (value !== undefined && value !== last) setLast(value)
  return value ?? last
}
