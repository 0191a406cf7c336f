import { ApiError } from './errors.ts'
import { type Page, everyPage } from './page.ts'

const mostPages = 50

/** Finds one record in a list, for services without an endpoint for it. Not found after 50 pages. */
export async function findRow<Row extends { readonly id: number }>(
  id: number,
  read: (page: number) => Promise<Page<Row>>,
): Promise<Row> {
  let pages = 0
  for await (const { rows, unreadable } of everyPage(read)) {
    const found = rows.find((row) => row.id === id)
    if (found) return found
    if (unreadable?.some((row) => row.id === id))
      throw new ApiError('broken', 'Unexpected response from the server')
    pages += 1
    if (pages === mostPages) break
  }
  throw new ApiError('absent', 'Not found')
}
