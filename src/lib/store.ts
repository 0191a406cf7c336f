/** A value that lives outside the component tree. Components read it with `useSyncExternalStore(store.subscribe, store.get)`. */
export interface Store<Value> {
  readonly get: () => Value
  readonly set: (next: Value) => void
  /** Returns an unsubscribe function. */
  readonly subscribe: (listener: () => void) => () => void
}

/** Returns a store with that value; setting another one calls every listener. */
export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
