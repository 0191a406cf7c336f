import type { QueryClient } from '@tanstack/react-query'

import { customFields } from '#api/custom-fields.ts'
import {
  type NewCustomer,
  customerFingerprint,
  customerForm,
  formOf,
  formPathOf,
} from '#api/customer-form.ts'
import { customerWrites } from '#api/customer-writes.ts'
import { customers } from '#api/customers.ts'
import type { Features } from '#contract/access/session.ts'
import type { BusinessKey } from '#contract/customers/customers.ts'
import type { Failure } from '#kit/problem.tsx'
import { newKey } from '#lib/new-key.ts'
import { validate } from '#parts/customer-inputs/rules.ts'

import { askedOf } from './asked-of.ts'

/** One of the values of a customer that are a line of text. */
export type FactPath = 'email' | 'phone' | `business.${BusinessKey}`

/** A change of one value. */
export interface FactChange {
  readonly path: FactPath
  /** What it was when it was read. */
  readonly from: string
  readonly to: string
}

/** How a change ended: `value` is what was stored, `current` what somebody else made of it meanwhile. */
export type FactOutcome =
  | { readonly kind: 'saved'; readonly value: string }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'overtaken'; readonly current: string }

/** Changes one value of a customer, and nothing that somebody else changed since. Throws if the service can't be reached. */
export async function changeFact(
  client: QueryClient,
  features: Features,
  id: number,
  { path, from, to }: FactChange,
): Promise<FactOutcome> {
  const [configured, { customer, version }] = await Promise.all([
    client.fetchQuery(customFields.asked(features)),
    client.fetchQuery({ ...customers.toEdit(id), staleTime: 0 }),
  ])
  const fields = configured.map((field) => askedOf(field, customer))
  const values = formOf(customer)
  const current = valueAt(values, path)
  const changed = withValue(values, path, to)
  // The answer to an earlier attempt may have been lost.
  if (customerFingerprint(changed, fields) === customerFingerprint(values, fields))
    return { kind: 'saved', value: current }
  if (current !== from) return { kind: 'overtaken', current }
  const problem = validate(changed, fields).find((one) => one.path === path)
  if (problem) return { kind: 'refused', message: problem.message }
  const request = { form: customerForm(changed, fields), key: newKey(), version }
  try {
    const saved = await client.getMutationCache().build(client, customerWrites.update(id)).execute(request)
    return { kind: 'saved', value: valueAt(formOf(saved), path) }
  } catch (error) {
    const { fields: refused = {}, message } = error as Failure
    const own = Object.entries(refused).find(([name]) => formPathOf(name, fields) === path)?.[1]
    return { kind: 'refused', message: own ?? message }
  }
}

const businessKeyOf = (path: FactPath) =>
  path.startsWith('business.') ? (path.slice('business.'.length) as BusinessKey) : undefined

function valueAt(values: NewCustomer, path: FactPath): string {
  const key = businessKeyOf(path)
  return key ? values.business[key] : values[path as 'email' | 'phone']
}

function withValue(values: NewCustomer, path: FactPath, value: string): NewCustomer {
  const key = businessKeyOf(path)
  return key ? { ...values, business: { ...values.business, [key]: value } } : { ...values, [path]: value }
}
