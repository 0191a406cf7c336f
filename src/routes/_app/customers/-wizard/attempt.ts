/** What became of the last time this customer was sent. Kept with the draft, so that it survives a crash. */
export interface Attempt {
  key: string
  fingerprint: string
  /** Whom to look for when the answer was lost. */
  email: string
  name: string
  last_name: string
  /** `open`: sent, and no response came; it may have been created. `refused`: it surely was not. */
  outcome: 'open' | 'refused'
}

export type NextMove = { kind: 'send'; key: string } | { kind: 'look' }

/**
 * How to go on without ever making two customers. The service answers the same request under the same key only once;
 * where it does not know keys, or the form has changed since an answer was lost, one has to look first.
 */
export function nextMove(
  last: Attempt | undefined,
  fingerprint: string,
  { knowsKeys, freshKey }: { knowsKeys: boolean; freshKey: () => string },
): NextMove {
  if (!last) return { kind: 'send', key: freshKey() }
  const isSame = last.fingerprint === fingerprint
  if (last.outcome === 'refused') return { kind: 'send', key: isSame ? last.key : freshKey() }
  return isSame && knowsKeys ? { kind: 'send', key: last.key } : { kind: 'look' }
}

/** Errors that say for sure that nothing was created; after any other the answer is open. */
export function isDefinite(kind: string): boolean {
  return ['refused', 'rate-limited', 'forbidden', 'unauthenticated', 'absent'].includes(kind)
}

/** Also where `crypto.randomUUID` is not: plain http beyond this machine. */
export function freshKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
