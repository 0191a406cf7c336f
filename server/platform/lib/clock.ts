/** The present as the wire and the database write it: ISO 8601, UTC, six fractional digits. Sorts as text. */
export const now = (): string => timestamp(Date.now())

/** A time in milliseconds since the epoch, in the same form. */
export const timestamp = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z')
