import { CustomerRow, listCustomers, listCustomersById, showCustomer } from '#contract/customers/customers.ts'
import { idsAtOnce } from '#contract/wire/list-query.ts'

import { call } from './client.ts'
import { ApiError } from './errors.ts'
import { everyPage, fromRows, largestPage } from './page.ts'
import { callRows } from './rows.ts'

/** Up to this many are asked for one by one, which every service can answer. */
const few = 10

/** Returns those of `ids` that exist. Rejects with `ApiError` if the service doesn't say. */
export async function existingCustomers(ids: readonly number[]): Promise<number[]> {
  if (ids.length <= few) {
    const found = await Promise.all(ids.map(async (id) => ((await exists(id)) ? [id] : [])))
    return found.flat()
  }
  const found: number[] = []
  try {
    for (let at = 0; at < ids.length; at += idsAtOnce) {
      const query = { ids: ids.slice(at, at + idsAtOnce).join(',') }
      found.push(...(await call(listCustomersById, { query })).data.map(({ id }) => id))
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== 'absent') throw error
    return listedCustomers(ids)
  }
  return found
}

/** The same from the list itself, on a service that answers nothing shorter. A row that can’t be read exists. */
async function listedCustomers(ids: readonly number[]): Promise<number[]> {
  const listed = new Set<number | null>()
  const pages = everyPage(async (page) => {
    const query = { page, limit: largestPage }
    return fromRows(await callRows(listCustomers, CustomerRow, { query }), { page, size: Infinity })
  })
  for await (const { rows, unreadable = [] } of pages) {
    for (const { id } of [...rows, ...unreadable]) listed.add(id)
  }
  return ids.filter((id) => listed.has(id))
}

async function exists(id: number): Promise<boolean> {
  try {
    await call(showCustomer, { params: { id } })
    return true
  } catch (error) {
    if (error instanceof ApiError && error.kind === 'absent') return false
    throw error
  }
}
