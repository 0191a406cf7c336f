import type { Logger } from 'pino'

import type { FindSession } from './caller.ts'
import type { Config } from './config.ts'
import type { Store } from './db/open.ts'
import type { FileStore } from './files/store.ts'
import type { RateLimiter } from './rate-limit.ts'
import type { Staff } from './staff/staff.ts'

/** What the routes work with; made once by `main.ts`, or by a test. */
export interface Services {
  readonly config: Config
  readonly log: Logger
  readonly store: Store
  readonly files: FileStore
  readonly staff: Staff
  readonly findSession: FindSession
  readonly limiter: RateLimiter
  /** Origin of absolute links, without a closing slash. */
  readonly publicUrl: () => string
  /** Origins whose pages are ours; the request's own Host counts besides. */
  readonly ownOrigins: () => readonly string[]
}
