import type { Kysely } from 'kysely'

import type { Database } from '#server/platform/db/database.ts'
import type { DbDialect } from '#server/platform/db/dialects.ts'

import { addNameKey } from './0064-name-keys.ts'

/** Proposals and contracts are sorted by the folded name of their customer. */
export const up = (db: Kysely<Database>, dialect: DbDialect): Promise<void> =>
  addNameKey(db, dialect, 'documents', 'customer_name')
