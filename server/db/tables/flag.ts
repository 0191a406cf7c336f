import type { ColumnType } from 'kysely'

/** 0 or 1: SQLite has no booleans. */
export type Flag = ColumnType<number, number, number>
