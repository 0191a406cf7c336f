import { CustomerBilling, type KnownBilling, noBilling } from '#contract/customers/billing.ts'
import { fieldType } from '#contract/customers/custom-fields.ts'
import { businessKeys } from '#contract/customers/customers.ts'
import { fieldColumn } from '#contract/exports.ts'
import { fold } from '#contract/values/folding.ts'
import { actions } from '#contract/values/permissions.ts'
import { joinName } from '#contract/wire/multipart.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { MultipartBody } from '#server/platform/http/multipart/read.ts'
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

import { billingColumns, toBilling, writeBilling } from './billing.ts'
import { type Definition, readDefinitions } from './field-definitions.ts'
import type { CustomerForm, CustomerUpdate } from './form.ts'
import { importFields } from './import-fields.ts'
import { parseCustomerTexts, parseCustomerUpdate } from './intake.ts'
import { type StoredCustomer, readManyStored } from './stored.ts'
import { isChange, updateCustomer } from './update.ts'
import { addCustomers } from './writes.ts'

type Write = { readonly billing: CustomerBilling | undefined } & (
  | { readonly form: Omit<CustomerForm, 'photo'> }
  | { readonly stored: StoredCustomer; readonly update: CustomerUpdate }
)

/** Imports of customers. Rows are matched with those that exist by email. */
export const customerImport: ImportKind = {
  name: 'customers',
  fields: async (tenant) => importFields(await readDefinitions(tenant)),
  open: async (tenant, options) => new CustomerRows(options, await readDefinitions(tenant)),
}

class CustomerRows implements RowImporter<Write> {
  readonly #options: ImportOptions
  readonly #fields: readonly Definition[]

  constructor(options: ImportOptions, fields: readonly Definition[]) {
    this.#options = options
    // Files can't be imported: those that a field requires are added to the customer later.
    this.#fields = fields.map((field) => (field.type === fieldType.file ? { ...field, required: 0 } : field))
  }

  async plan(tenant: Tenant, rows: readonly RowValues[]): Promise<RowPlan<Write>[]> {
    const emails = rows.map((values) => fold(values.get('email')?.trim() ?? ''))
    const idsOf = await readByEmail(tenant, emails)
    const isUpdating = this.#options.existing === 'update'
    const matched = isUpdating ? [...idsOf.values()].flatMap((ids) => (ids.length === 1 ? ids : [])) : []
    const stored = await readManyStored(tenant, matched, this.#options.publicUrl)
    const byId = new Map(stored.map((customer) => [customer.row.id, customer]))
    const plans: RowPlan<Write>[] = []
    for (const [index, values] of rows.entries()) {
      const email = emails[index] ?? ''
      const ids = idsOf.get(email) ?? []
      const label = values.get('email')?.trim() ?? ''
      const keys = [{ key: email, field: 'email', words: 'email' }]
      const existing = byId.get(ids[0] ?? 0)
      if (email === '' || ids.length === 0) plans.push(await this.#creation(values, label, keys))
      else if (!isUpdating)
        plans.push({ outcome: 'skipped', label, recordId: ids[0] ?? null, keys, problems: [] })
      else if (existing) plans.push(await this.#update(existing, values, label, keys))
      else {
        const message = `${ids.length} customers have this email. Delete or change all but one of them.`
        plans.push(failing(label, [{ field: 'email', message }]))
      }
    }
    return plans
  }

  async write(trx: Tenant, plans: readonly RowPlan<Write>[]): Promise<number[]> {
    const { publicUrl, actor } = this.#options
    const tokens = new Map()
    const forms = plans.flatMap(({ write }) => (write && 'form' in write ? [write.form] : []))
    const created = forms.length > 0 ? await addCustomers(trx, forms, { actor, tokens, publicUrl }) : []
    const createdIds = created.map(({ id }) => id)
    const ids: number[] = []
    for (const { write } of plans) {
      if (!write || 'form' in write) ids.push(createdIds.shift() as number) // one for each form
      else {
        const { id, version } = write.stored.row
        const options = { caller: actor, publicUrl, tokens }
        await updateCustomer(trx, id, version, write.update, options)
        ids.push(id)
      }
      const id = ids.at(-1) as number // the one of this plan
      if (write?.billing) await writeBilling(trx, actor, { id }, write.billing)
    }
    return ids
  }

  async #creation(values: RowValues, label: string, keys: RowPlan['keys']): Promise<RowPlan<Write>> {
    const body = this.#bodyOf(values)
    const form = await parseCustomerTexts(body, this.#fields)
    const { billing, problems } = readBilling(values)
    if (!form || problems.length > 0) return failing(label, [...this.#problemsOf(body), ...problems])
    return { outcome: 'created', label, recordId: null, keys, problems: [], write: { form, billing } }
  }

  /** An empty cell keeps what the customer has. */
  async #update(
    stored: StoredCustomer,
    values: RowValues,
    label: string,
    keys: RowPlan['keys'],
  ): Promise<RowPlan<Write>> {
    const given = [...values].filter(([, value]) => value.trim() !== '')
    const body = this.#bodyOf(new Map([...this.#storedValues(stored), ...given]))
    for (const { fieldId, path } of stored.files)
      body.texts.push(text(['custom_fields', String(fieldId), 'file_upload', 'kept', ''], path))
    const update = await parseCustomerUpdate(body, this.#fields, stored)
    const { id: recordId } = stored.row
    const { billing, problems: ofBilling } = readBilling(values, toBilling(stored.row.billing))
    const problems = [
      ...this.#problemsOf(body).filter(({ field }) => field !== null && values.has(field)),
      ...ofBilling,
    ]
    if (!update || ofBilling.length > 0) {
      const rest = {
        field: null,
        message: 'This customer is incomplete. Open it and fill in what’s missing.',
      }
      return failing(label, problems.length > 0 ? problems : [rest])
    }
    const outcome = billing || isChange(stored, update, this.#fields) ? 'updated' : 'skipped'
    return { outcome, label, recordId, keys, problems: [], write: { stored, update, billing } }
  }

  #storedValues({ row, texts }: StoredCustomer): [string, string][] {
    const names = ['email', 'name', 'last_name', 'phone', ...businessKeys] as const
    const granted = actions.filter(({ id }) => (row.permissions & (1 << (id - 1))) !== 0)
    return [
      ...names.map((name): [string, string] => [name, row[name] ?? '']),
      ['permissions', granted.map(({ name }) => name).join(' ')],
      ...this.#fields.map(({ id, key }): [string, string] => [fieldColumn(key), texts.get(id) ?? '']),
    ]
  }

  /** Returns what a form with these values would send. */
  #bodyOf(values: RowValues): MultipartBody & { texts: ReturnType<typeof text>[] } {
    const problems = new Map<string, string[]>()
    const texts: ReturnType<typeof text>[] = []
    const business = new Set<string>(businessKeys)
    const fieldIds = new Map(this.#fields.map(({ id, key }) => [fieldColumn(key), id]))
    for (const [key, value] of values) {
      const fieldId = fieldIds.get(key)
      if (key in billingColumns) continue
      if (key === 'permissions') texts.push(...permissionTexts(value, problems))
      else if (fieldId !== undefined) texts.push(text(['custom_fields', String(fieldId), 'value'], value))
      else texts.push(text(business.has(key) ? ['business_information', key] : [key], value))
    }
    return { texts, files: [], problems, fingerprint: '', discard: async () => undefined }
  }

  /** Returns the problems by the keys of fields instead of the names in a form. */
  #problemsOf({ problems }: MultipartBody): RowProblem[] {
    const keys = new Map<string, string>([
      ...businessKeys.map((key) => [`business_information[${key}]`, key] as const),
      ...this.#fields.map(({ id, key }) => [`custom_fields[${id}][value]`, fieldColumn(key)] as const),
    ])
    return [...problems].flatMap(([name, messages]) =>
      messages.map((message) => ({ field: keys.get(name) ?? name, message })),
    )
  }
}

/** Reads the billing details of a row; undefined where none differ. An empty cell keeps what there is. */
function readBilling(values: RowValues, before: KnownBilling = noBilling) {
  const changed: Partial<Record<keyof CustomerBilling, unknown>> = {}
  const problems: RowProblem[] = []
  for (const [column, key] of Object.entries(billingColumns)) {
    const value = values.get(column)?.trim() ?? ''
    if (value === '') continue
    const input = key === 'payment_days' ? Number(value) : key === 'currency' ? value.toUpperCase() : value
    const { data, error } = CustomerBilling.shape[key].safeParse(input)
    if (error) problems.push({ field: column, message: error.issues[0]?.message ?? '' })
    else if (data !== before[key]) changed[key] = data
  }
  const differs = Object.keys(changed).length > 0
  return { billing: differs ? ({ ...before, ...changed } as KnownBilling) : undefined, problems }
}

const text = (path: readonly string[], value: string) => ({ name: joinName(path), path, value })

function permissionTexts(value: string, problems: Map<string, string[]>) {
  const names = value
    .toLowerCase()
    .split(/[\s,;|]+/)
    .filter(Boolean)
  const known = actions.filter(({ name }) => names.includes(name))
  const unknown = names.filter((given) => known.every(({ name }) => name !== given))
  if (unknown.length > 0)
    problems.set('permissions', [`${unknown.join(', ')} isn’t a permission. Use names like view-invoice.`])
  return known.map(({ module, name }) => text(['permissions', module, name], '1'))
}

/** Returns the ids of the customers that have each of these emails. */
const readByEmail = (tenant: Tenant, emails: readonly string[]): Promise<Map<string, number[]>> =>
  idsByKey(emails, (distinct) =>
    tenant
      .select('customers')
      .select(['id', 'email_key as key'])
      .where('email_key', 'in', distinct)
      .orderBy('email_key')
      .orderBy('id')
      .execute(),
  )
