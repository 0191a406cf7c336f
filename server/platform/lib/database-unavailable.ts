/** The database can't be used at the moment. The same statement may succeed later. */
export class DatabaseUnavailable extends Error {
  /** Marks it as foreseen: a command or a start that ends with it prints one line, not a stack. */
  readonly code = 'DATABASE_UNAVAILABLE'
  /** Whether somebody else is using it, so that trying again in a moment is likely to help. */
  readonly isBusy: boolean

  constructor(reason: string, cause?: unknown, { isBusy = false }: { readonly isBusy?: boolean } = {}) {
    super(`The database is unavailable: ${reason}`, { cause })
    this.isBusy = isBusy
  }
}
