import type { Logger } from 'pino'

import { failuresIn } from './each.ts'

/** Logs and counts what a part of the service couldn't do. */
export class Failures {
  readonly #log: Logger
  readonly #metrics: { readonly failure: (part: string) => void } | undefined

  constructor(log: Logger, metrics?: { readonly failure: (part: string) => void }) {
    this.#log = log
    this.#metrics = metrics
  }

  /** Each failure that the error consists of counts for itself. `about` is what it was about, for the log. */
  report(part: string, error: unknown, about: Readonly<Record<string, unknown>> = {}): void {
    for (const { where, cause } of failuresIn(error)) {
      this.#log.error({ err: cause, part, ...about, ...where }, 'part failed')
      this.#metrics?.failure(part)
    }
  }
}
