import type { PriceChange, TagChange } from '#contract/services/changes.ts'
import { mostTags } from '#contract/services/input.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { HttpError, invalidField, invalidInput } from '#server/platform/lib/http-error.ts'
import { amountProblem, toDecimal, toMinor } from '#server/platform/lib/money.ts'

import { readToChange, writeChanges } from './changes.ts'
import { changedBy } from './price-change.ts'
import { type Versioned, readVersioned } from './rows.ts'

/** Activates or deactivates services; returns the ids of those that weren't so before. Throws 404 unless all exist. */
export async function setActive(
  tenant: Tenant,
  caller: Caller,
  ids: readonly number[],
  is_active: boolean,
): Promise<number[]> {
  const all = await readToChange(tenant, ids)
  return writeChanges(
    tenant,
    caller,
    all.map((stored) => ({ stored, next: { ...stored.service, is_active } })),
  )
}

/** Adds and removes tags; returns what that really changed. Throws 404 unless all services exist, 422 for too many tags. */
export async function retag(
  tenant: Tenant,
  caller: Caller,
  changes: readonly TagChange[],
): Promise<TagChange[]> {
  const all = await readToChange(tenant, [...new Set(changes.flatMap(({ ids }) => ids))])
  const tagsOf = new Map(all.map(({ service }) => [service.id, new Set(service.tags)]))
  for (const { ids, add, remove } of changes) {
    for (const id of ids) {
      for (const tag of remove) tagsOf.get(id)?.delete(tag)
      for (const tag of add) tagsOf.get(id)?.add(tag)
    }
  }
  if ([...tagsOf.values()].some(({ size }) => size > mostTags)) {
    const text = `A service can have at most ${mostTags} tags`
    throw invalidField('changes', text)
  }
  const next = all.map((stored) => ({
    stored,
    next: { ...stored.service, tags: [...(tagsOf.get(stored.service.id) ?? [])].toSorted() },
  }))
  await writeChanges(tenant, caller, next)
  return effectOf(
    next.map(({ stored, next: { tags } }) => ({
      id: stored.service.id,
      from: stored.service.tags,
      to: tags,
    })),
  )
}

/** Services whose tags changed in the same way are one change. */
function effectOf(
  all: readonly { readonly id: number; readonly from: readonly string[]; readonly to: readonly string[] }[],
): TagChange[] {
  const groups = new Map<string, TagChange>()
  for (const { id, from, to } of all) {
    const add = to.filter((tag) => !from.includes(tag))
    const remove = from.filter((tag) => !to.includes(tag))
    if (add.length + remove.length === 0) continue
    const key = JSON.stringify([add, remove])
    const { ids = [] } = groups.get(key) ?? {}
    groups.set(key, { ids: [...ids, id], add, remove })
  }
  return [...groups.values()]
}

/** Returns prices of services after a change by a percentage. Throws 404 unless all exist. */
export async function previewPrices(
  tenant: Tenant,
  ids: readonly number[],
  percent: number,
): Promise<PriceChange[]> {
  const all = await readVersioned(tenant, ids)
  if (all.length !== new Set(ids).size) throw new HttpError('NOT_FOUND')
  return all.map((stored) => {
    const { price, currency } = stored.service
    return priceChange(stored, toDecimal(changed(toMinor(price, currency), percent), currency))
  })
}

function changed(minor: number, percent: number): number {
  try {
    return changedBy(minor, percent)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalidField('percent', 'A price would be too high')
  }
}

/** Sets prices; returns what they were and the new versions. Throws 404, 412 or 422 unless all can be set. */
export async function setPrices(
  tenant: Tenant,
  caller: Caller,
  prices: readonly { readonly id: number; readonly version: number; readonly price: number }[],
): Promise<PriceChange[]> {
  const given = new Map(prices.map((one, index) => [one.id, { ...one, index }]))
  const all = await readToChange(tenant, [...given.keys()])
  const problems = new Map<string, string[]>()
  if (given.size < prices.length) problems.set('prices', ['prices must name each service once'])
  const next = all.map((stored) => {
    const { id, currency } = stored.service
    const { price, version, index } = given.get(id)! // read by these ids
    if (stored.version !== version) throw new HttpError('PRECONDITION_FAILED')
    const problem = amountProblem(price, currency)
    if (problem !== undefined) problems.set(`prices.${index}.price`, [problem])
    return { stored, next: { ...stored.service, price } }
  })
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  const written = new Set(await writeChanges(tenant, caller, next))
  return next.map(({ stored, next: { price } }) => {
    const version = stored.version + (written.has(stored.service.id) ? 1 : 0)
    return priceChange({ ...stored, version }, price)
  })
}

const priceChange = ({ service, version }: Versioned, to: number): PriceChange => ({
  id: service.id,
  name: service.name,
  currency: service.currency,
  from: service.price,
  to,
  version,
})
