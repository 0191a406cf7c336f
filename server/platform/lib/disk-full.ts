/** Whether the disk is full, by the codes of the file system, of PostgreSQL and of SQLite; also as the cause of the error. */
export function isDiskFull(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, errcode, cause } = error as { code?: string; errcode?: number; cause?: unknown }
  return ['ENOSPC', 'EDQUOT', '53100'].includes(code ?? '') || errcode === sqliteFull || isDiskFull(cause)
}

const sqliteFull = 13
