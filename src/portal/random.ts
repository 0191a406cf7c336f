/** Returns 256 random bits as hex digits. `crypto.randomUUID` isn’t there on pages without HTTPS. */
export const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
