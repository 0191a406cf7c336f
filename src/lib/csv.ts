/** Spreadsheets take the file for UTF-8 when it begins with this. */
export const byteOrderMark = '\uFEFF'

/**
 * Rows as RFC 4180 writes them: quotes where they are needed, every line ended by CR LF. A cell that a spreadsheet would
 * run as a formula gets an apostrophe before it.
 */
export function csvLines(rows: Iterable<readonly string[]>): string {
  let text = ''
  for (const cells of rows) text += `${cells.map((cell) => quote(defuse(cell))).join(',')}\r\n`
  return text
}

const defuse = (cell: string) => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)

const quote = (cell: string) => (/[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
