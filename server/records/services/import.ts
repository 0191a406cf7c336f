import { ServiceInput } from '#contract/services/input.ts'
import type { Service } from '#contract/services/services.ts'
import { fold } from '#contract/values/folding.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import {
  type ImportKind,
  type ImportOptions,
  type RowImporter,
  type RowPlan,
  type RowProblem,
  type RowValues,
  failing,
  idsByKey,
} from '#server/platform/lists/import-kind.ts'
import { readTally } from '#server/platform/lists/tallied-rows.ts'
import { readCompany } from '#server/records/company/versions.ts'

import { type Change, addServicesWithActivity, isChange, writeChanges } from './changes.ts'
import { customNumber, customText, importFields } from './import-fields.ts'
import { serviceOf } from './input.ts'
import type { NewService } from './insert.ts'
import { lockServices } from './kind-counts.ts'
import { type Versioned, readVersioned } from './rows.ts'

type Write = { readonly next: NewService; readonly stored?: Versioned }

/** Imports of services. Rows are matched with those that exist by id, or by name. */
export const serviceImport: ImportKind = {
  name: 'services',
  atomic: {
    lock: lockServices,
    revision: async (tenant) => (await readTally(tenant, 'services')).changes,
  },
  fields: async () => [...importFields],
  sameValues: async (tenant) => ({ currency: (await readCompany(tenant)).currency }),
  open: async (_tenant, options) => new ServiceRows(options),
}

class ServiceRows implements RowImporter<Write> {
  readonly #options: ImportOptions

  constructor(options: ImportOptions) {
    this.#options = options
  }

  async plan(tenant: Tenant, rows: readonly RowValues[]): Promise<RowPlan<Write>[]> {
    const byId = new Map<number, Versioned>()
    const read = async (ids: readonly number[]) => {
      const unread = [...new Set(ids)].filter((id) => !byId.has(id))
      if (unread.length === 0) return
      for (const one of await readVersioned(tenant, unread)) byId.set(one.service.id, one)
    }
    await read(rows.flatMap((values) => idOf(values) ?? []))
    const names = await readByName(
      tenant,
      rows.map((values) => (byId.has(idOf(values) ?? 0) ? '' : fold(given(values, 'name')))),
    )
    await read([...names.values()].flat())
    return rows.map((values) => this.#planOf(values, names, byId))
  }

  async write(trx: Tenant, plans: readonly RowPlan<Write>[]): Promise<number[]> {
    const { actor } = this.#options
    const writes = plans.flatMap(({ write }) => write ?? [])
    const changes = writes.flatMap(({ stored, next }): Change[] => (stored ? [{ stored, next }] : []))
    await writeChanges(trx, actor, changes)
    const fresh = writes.filter(({ stored }) => !stored).map(({ next }) => next)
    const createdIds = fresh.length > 0 ? await addServicesWithActivity(trx, actor, fresh) : []
    return writes.map(({ stored }) => stored?.service.id ?? (createdIds.shift() as number)) // one for each
  }

  #planOf(
    values: RowValues,
    names: ReadonlyMap<string, readonly number[]>,
    byId: ReadonlyMap<number, Versioned>,
  ): RowPlan<Write> {
    const label = given(values, 'name')
    const id = idOf(values)
    if (id === undefined && given(values, 'id') !== '')
      return failing(label, [{ field: 'id', message: 'Enter the id of a service, or leave it empty' }])
    // An id that no service has is one of another account, whose export this is.
    const hasId = id !== undefined && byId.has(id)
    const matches = hasId ? [id] : (names.get(fold(label)) ?? [])
    const stored = byId.get(matches[0] ?? 0)
    if (matches.length > 1) {
      const message = `${matches.length} services have this name. Add a column with the id of the one you mean.`
      return failing(label, [{ field: 'name', message }])
    }
    const field = hasId ? 'id' : 'name'
    const name = hasId ? [] : [{ key: `name ${fold(label)}`, field, words: 'name' }]
    const keys = stored ? [...name, { key: `id ${stored.service.id}`, field, words: 'service' }] : name
    const recordId = stored?.service.id ?? null
    if (stored && this.#options.existing === 'skip')
      return { outcome: 'skipped', label, recordId, keys, problems: [] }
    const next = readService(values, stored?.service)
    if ('problems' in next) return failing(label, next.problems)
    const write = { next: next.service, ...(stored && { stored }) }
    const outcome = stored ? (isChange({ stored, next: next.service }) ? 'updated' : 'skipped') : 'created'
    return { outcome, label, recordId, keys, problems: [], write }
  }
}

const given = (values: RowValues, key: string) => values.get(key)?.trim() ?? ''

function idOf(values: RowValues): number | undefined {
  const text = given(values, 'id')
  return /^[1-9][0-9]{0,14}$/.test(text) ? Number(text) : undefined
}

/** Returns the service that a row describes; an empty cell keeps what it has, or is left to the default. */
function readService(
  values: RowValues,
  stored: Service | undefined,
): { readonly service: NewService } | { readonly problems: RowProblem[] } {
  const text = (key: string, byDefault: string) => given(values, key) || byDefault
  const keyed = (key: 'type' | 'billing_type') => given(values, key).toLowerCase().replace(/[ -]/g, '_')
  const input = {
    name: text('name', stored?.name ?? ''),
    // With its spaces and line breaks inside.
    description: text('description', stored?.description ?? ''),
    type: keyed('type') || (stored?.type ?? 'service'),
    category: text('category', stored?.category ?? ''),
    price: numberIn(given(values, 'price')) ?? stored?.price,
    currency: text('currency', stored?.currency ?? '').toUpperCase(),
    billing_type:
      billingWords[keyed('billing_type')] ?? (keyed('billing_type') || (stored?.billing_type ?? 'fixed')),
    is_active: flagIn(given(values, 'is_active')) ?? stored?.is_active ?? true,
    tax_rate: numberIn(given(values, 'tax_rate').replace(/ ?%$/, '')) ?? stored?.tax_rate ?? 0,
    unit: text('unit', stored?.unit ?? ''),
    custom_fields: customFields(values, stored),
    tags: given(values, 'tags') === '' ? (stored?.tags ?? []) : tagsIn(given(values, 'tags')),
  }
  const parsed = ServiceInput.safeParse(input)
  if (!parsed.success)
    return { problems: parsed.error.issues.map(({ path, message }) => problem(path.map(String), message)) }
  try {
    return { service: serviceOf(parsed.data, stored) }
  } catch (error) {
    if (!(error instanceof HttpError) || !error.problems) throw error
    return {
      problems: [...error.problems].flatMap(([name, messages]) =>
        messages.map((message) => problem(name.split('.'), message)),
      ),
    }
  }

  function problem([head = '', index]: readonly string[], message: string): RowProblem {
    if (head !== 'custom_fields') return { field: head, message }
    const name = input.custom_fields[Number(index)]?.name
    const field = [customText, customNumber].map((key) => `${key}:${name}`).find((key) => values.has(key))
    return { field: field ?? null, message }
  }
}

/** Undefined for nothing; what isn't a number stays text, so that the check rejects it. */
const numberIn = (value: string): number | string | undefined => {
  if (value === '') return undefined
  return /^-?[0-9]{1,15}(\.[0-9]+)?$/.test(value) ? Number(value) : value
}

const flags: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(['true', 'yes', 'y', '1', 'active'].map((word) => [word, true])),
  ...Object.fromEntries(['false', 'no', 'n', '0', 'inactive'].map((word) => [word, false])),
}
const flagIn = (value: string): boolean | string | undefined =>
  value === '' ? undefined : (flags[value.toLowerCase()] ?? value)

const billingWords: Readonly<Record<string, string>> = { one_time: 'fixed', onetime: 'fixed', once: 'fixed' }

const tagsIn = (value: string): string[] => [
  ...new Set(
    value
      .split(/[,;|\n]/)
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

/** The fields that the service has, with the values of the row; those it doesn't have are added by their name. */
function customFields(values: RowValues, stored: Service | undefined) {
  const cells = new Map(
    [...values].flatMap(([key, value]) => {
      const [kind = '', name = ''] = key.split(/:(.*)/s)
      if ((kind !== customText && kind !== customNumber) || value.trim() === '') return []
      return [[fold(name), { name, isNumber: kind === customNumber, value: value.trim() }] as const]
    }),
  )
  const known = (stored?.custom_fields ?? []).map(({ id, name, type }) => {
    const cell = cells.get(fold(name))
    cells.delete(fold(name))
    return { id, name, ...(cell && { value: type === 'number' ? numberIn(cell.value) : cell.value }) }
  })
  const added = [...cells.values()].map(({ name, isNumber, value }) => ({
    name,
    type: isNumber ? ('number' as const) : ('text' as const),
    value: isNumber ? numberIn(value) : value,
  }))
  return [...known, ...added]
}

/** Returns the ids of the services that have each of these folded names. */
const readByName = (tenant: Tenant, names: readonly string[]): Promise<Map<string, number[]>> =>
  idsByKey(names, (distinct) =>
    tenant
      .select('services')
      .select(['id', 'name_key as key'])
      .where('name_key', 'in', distinct)
      .orderBy('name_key')
      .orderBy('id')
      .execute(),
  )
