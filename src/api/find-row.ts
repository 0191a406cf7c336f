import { ApiError } from './errors.ts'
import type { Page } from './page.ts'

const pageSize = 100
const mostPages = 50

/** One record out of a list, for services that have no address for it. Gives up as absent after 5,000 rows. */
export async function findRow<Row extends { id: number }>(
  id: number,
  load: (page: number, size: number) => Promise<Page<Row>>,
): Promise<Row> {
  for (let page = 1; page <= mostPages; page += 1) {
    const { rows, total } = await load(page, pageSize)
    const found = rows.find((row) => row.id === id)
    if (found) return found
    if (rows.length === 0 || page * pageSize >= total) break
  }
  throw new ApiError('absent', 'There is no such record', { status: 404 })
}
