import { useEffect, useState } from 'react'

import { fingerprintOf } from '#lib/signature-check.ts'

/** Returns the fingerprint of a secret; null for an empty one, until it is computed, and without WebCrypto. */
export function useFingerprint(secret: string): string | null {
  const [fingerprint, setFingerprint] = useState<string | null>(null)
  useEffect(
    function compute() {
      let isStale = false
      void (secret.trim() === '' ? Promise.resolve(null) : fingerprintOf(secret)).then((found) => {
        if (!isStale) setFingerprint(found)
      })
      return () => {
        isStale = true
      }
    },
    [secret],
  )
  return fingerprint
}
