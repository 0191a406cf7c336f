import type { ServiceInput } from '#contract/services/input.ts'
import type { Service } from '#contract/services/services.ts'
import { isCurrency } from '#contract/values/currencies.ts'
import { fold } from '#contract/values/folding.ts'
import { invalidInput } from '#server/platform/lib/http-error.ts'
import { amountProblem, toTaxRate } from '#server/platform/lib/money.ts'

import type { NewService } from './insert.ts'

type Field = Service['custom_fields'][number]

/**
 * Returns the service that an input describes, with the ids and keys of its custom fields. Throws 422 for what the
 * schema can't tell: amounts finer than their currency, unknown currencies and fields that aren't the service's own.
 */
export function serviceOf(input: ServiceInput, stored?: Service): NewService {
  const problems = new Map<string, string[]>()
  const { currency, price } = input
  // A code that stays is good, wherever it came from.
  if (currency !== stored?.currency && !isCurrency(currency))
    problems.set('currency', ['Choose a currency that is in use'])
  const problem = amountProblem(price, currency)
  if (problem !== undefined) problems.set('price', [problem])
  if (!fits(() => toTaxRate(input.tax_rate))) problems.set('tax_rate', ['Use at most 3 decimals'])
  const custom_fields = fieldsOf(input, stored, problems)
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  return { ...input, tags: [...new Set(input.tags)].toSorted(), custom_fields }
}

function fits(convert: () => number): boolean {
  try {
    convert()
    return true
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

function fieldsOf(
  { custom_fields }: ServiceInput,
  stored: Service | undefined,
  problems: Map<string, string[]>,
): Field[] {
  const before = new Map(stored?.custom_fields.map((field) => [field.id, field]))
  const used = new Set<number>()
  const keys = new Set([...before.values()].map(({ key }) => key))
  let lastId = Math.max(0, ...before.keys())
  return custom_fields.map(({ id, name, type, value }, index): Field => {
    const at = (input: string) => `custom_fields.${index}.${input}`
    if (id !== undefined) {
      const field = before.get(id)
      if (!field || used.has(id)) problems.set(at('id'), ['This isn’t a field of this service'])
      used.add(id)
      if (!field) return { id, name, key: '', value, type: '' }
      if (field.type === 'number' && typeof value === 'string') problems.set(at('value'), [aNumber])
      return { ...field, name, value: value ?? field.value }
    }
    if (type === undefined) problems.set(at('type'), ['Choose a type'])
    if (value === undefined || (type === 'number') !== (typeof value === 'number'))
      problems.set(at('value'), [type === 'number' ? aNumber : 'Enter text'])
    lastId += 1
    return { id: lastId, name, key: newKey(name, keys), value, type: type ?? 'text' }
  })
}

const aNumber = 'Enter a number'

/** A key made from the name, unlike every other of the service: `Lead time` is `lead_time`. */
function newKey(name: string, keys: Set<string>): string {
  const base =
    fold(name)
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_+|_+$/g, '') || 'field'
  let key = base
  for (let number = 2; keys.has(key); number += 1) key = `${base}_${number}`
  keys.add(key)
  return key
}
