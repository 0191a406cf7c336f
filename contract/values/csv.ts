/** Spreadsheets take the file for UTF-8 when it begins with this. */
export const byteOrderMark = '\uFEFF'

/**
 * Rows as RFC 4180 writes them: quotes where they are needed, every line ended by CR LF. Text that a spreadsheet would
 * run as a formula gets an apostrophe before it.
 */
export function csvLines(rows: Iterable<readonly string[]>): string {
  let text = ''
  for (const cells of rows) text += `${cells.map((cell) => quote(defuse(cell))).join(',')}\r\n`
  return text
}

// Excel splits a line at the list separator of its own locale, so a formula can also begin after one inside a cell.
// Some programs read full-width signs as formulas, too. Plain numbers and phone numbers begin with a sign as well and stay
// as they are.
const formula = /(?<=^|[;|\t\r\n])( *'*)(?=[=@＝＠＋－]|[+-](?![\d ().,/-]*(?:$|[;|\t\r\n])))/g
const leading = /^(?='*[|\t\r\n])/

/** An apostrophe that is there already gets another one, so that `readCell` can tell whose it is. */
const defuse = (cell: string) => cell.replace(formula, "$1'").replace(leading, "'")

/** Returns the text that `csvLines` was given for a cell: without the apostrophe it may have added. */
export const readCell = (cell: string): string =>
  cell.replace(/^'(?='*[|\t\r\n])/, '').replace(formula, (before) => before.replace("'", ''))

const quote = (cell: string) => (/[",;|\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
