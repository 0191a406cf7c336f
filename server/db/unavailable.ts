/** The database can't be used at the moment. The same statement may succeed later. */
export class DatabaseUnavailable extends Error {
  /** Marks it as foreseen: a command or a start that ends with it prints one line, not a stack. */
  readonly code = 'DATABASE_UNAVAILABLE'

  constructor(reason: string, cause?: unknown) {
    super(`The database is unavailable: ${reason}`, { cause })
  }
}
