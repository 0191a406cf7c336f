/** The store of the files can't be used at the moment. The same request may succeed later. */
export class FilesUnavailable extends Error {
  /** Marks it as foreseen: a command or a start that ends with it prints one line, not a stack. */
  readonly code = 'FILES_UNAVAILABLE'

  constructor(reason: string) {
    super(`The file store of FILES_URL is unavailable: ${reason}`)
  }
}
