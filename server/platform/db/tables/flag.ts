import type { ColumnType } from 'kysely'

/** 0 or 1: SQLite has no booleans. */
export type Flag = ColumnType<number, number, number>

/** Reads a column of better-auth's: a number on SQLite, a boolean on PostgreSQL. */
export const isTrue = (flag: unknown): boolean => flag === true || flag === 1
