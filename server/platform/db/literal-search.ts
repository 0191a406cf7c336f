import { type RawBuilder, sql } from 'kysely'

/**
 * Whether a text contains every one of the folded words, regardless of the case of its ASCII letters, by reading it. For texts
 * that have no column to search, in tables of moderate size.
 */
export const containsLiterally = (text: RawBuilder<unknown>, words: readonly string[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    words.map((word) => sql`lower(${text}) like ${`%${escaped(word)}%`} escape '~'`),
    sql` and `,
  )})`

const escaped = (word: string) => word.replace(/[~%_]/g, '~$&')
