import type { Tenant } from '#server/platform/access/tenant.ts'
import type { RowCount } from '#server/platform/lists/row-counts.ts'

import { type Definition, isInUse, readDefinitions } from './field-definitions.ts'

/** The custom fields of an account, written once as JSON, to be repeated in each of its customers. */
export class FieldTexts {
  readonly isEmpty: boolean
  readonly #fields: readonly {
    readonly id: number
    readonly start: string
    readonly isRetired: boolean
  }[]
  readonly #withoutValues: string

  constructor(definitions: readonly Definition[]) {
    this.isEmpty = definitions.length === 0
    this.#fields = definitions.map((definition) => ({
      id: definition.id,
      start: startOf(definition),
      isRetired: !isInUse(definition),
    }))
    this.#withoutValues = this.#write(new Map())
  }

  /** `custom_fields` of one customer; `values` has the JSON of a value by the id of its field. */
  withValues(values: ReadonlyMap<number, string>): string {
    return values.size === 0 ? this.#withoutValues : this.#write(values)
  }

  #write(values: ReadonlyMap<number, string>): string {
    let text = ''
    for (const { id, start, isRetired } of this.#fields) {
      // Of a retired field, only values are worth showing.
      if (isRetired && !values.has(id)) continue
      text += `${text === '' ? '[' : ','}${start}${values.get(id) ?? ''}]}`
    }
    return text === '' ? '[]' : `${text}]`
  }
}

/** Everything of a definition, up to the values. */
function startOf(definition: Definition): string {
  const text = JSON.stringify({
    id: definition.id,
    user_id: definition.user_id,
    location: definition.location,
    type: definition.type,
    name: definition.name,
    key: definition.key,
    description: definition.description,
    placeholder: definition.placeholder,
    fields: definition.fields,
    group: definition.field_group,
    created_at: definition.created_at,
    updated_at: definition.updated_at,
    custom_field_values: [],
  })
  return text.slice(0, -']}'.length)
}

const accountsAtMost = 1_000

/** The written custom fields of the accounts seen lately, each as of its last change. */
export class KnownFields {
  readonly #known = new Map<number, { readonly changes: number; readonly fields: FieldTexts }>()

  /** `state` counts the account's custom fields. */
  async get(tenant: Tenant, { changes }: Pick<RowCount, 'changes'>): Promise<FieldTexts> {
    const known = this.#known.get(tenant.account)
    if (known?.changes === changes) return known.fields
    const fields = new FieldTexts(await readDefinitions(tenant))
    this.#known.delete(tenant.account)
    this.#known.set(tenant.account, { changes, fields })
    if (this.#known.size > accountsAtMost) this.#known.delete(this.#known.keys().next().value as number) // it has one
    return fields
  }
}
