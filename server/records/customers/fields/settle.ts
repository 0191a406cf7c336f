import { fieldType } from '#contract/customers/custom-fields.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { invalidInput } from '#server/platform/lib/http-error.ts'

import type { Definition } from '../field-definitions.ts'
import type { FieldValue, StoredValues } from '../form.ts'
import { readRenames, renamed } from './renames.ts'
import { offeredOptions } from './rows.ts'

/**
 * Returns the values of a form under the definitions as they are now, in the transaction that writes them: an option may
 * have been renamed since the form was checked. Throws 422 for a field or an option that is gone.
 */
export async function settleValues(
  trx: Tenant,
  values: readonly FieldValue[],
  definitions: readonly Definition[],
  stored?: StoredValues,
): Promise<FieldValue[]> {
  const byId = new Map(definitions.map((field) => [field.id, field]))
  const problems = new Map<string, string[]>()
  const settled: FieldValue[] = []
  for (const given of values) {
    const field = byId.get(given.field.id)
    const name = `custom_fields[${given.field.id}][value]`
    if (!field) problems.set(name, [`${given.field.name} no longer exists`])
    else if (field.type !== given.field.type) problems.set(name, [`${field.name} has another type now`])
    else settled.push({ ...given, field, value: await settleOption(field, given.value, name) })
  }
  if (problems.size > 0) throw invalidInput('VALIDATION_FAILED', problems)
  return settled

  async function settleOption(field: Definition, value: string | null, name: string) {
    if (field.type !== fieldType.select || value === null) return value
    const options = offeredOptions(field)
    if (options.includes(value) || stored?.texts.get(field.id) === value) return value
    const current = renamed(await readRenames(trx, ''), field.id, value, '')
    if (!options.includes(current)) problems.set(name, [`${field.name} must be one of the options`])
    return current
  }
}
