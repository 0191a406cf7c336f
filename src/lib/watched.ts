/** A value that outlives the screens. They follow it with `useSyncExternalStore(watch, get)`. */
export interface Watched<Value> {
  readonly get: () => Value
  readonly set: (next: Value) => void
  /** Returns the way to stop. */
  readonly watch: (listener: () => void) => () => void
}

export function watched<Value>(first: Value): Watched<Value> {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      value = next
      for (const listener of listeners) listener()
    },
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
