import { fieldType } from '#contract/customers/custom-fields.ts'
import { customerPart } from '#contract/customers/customers.ts'
import type { NamePath } from '#contract/wire/multipart.ts'
import type { Expected, MultipartBody } from '#server/platform/http/multipart/read.ts'

import { type Definition, isInUse } from './field-definitions.ts'
import { FormCheck, filesOf } from './form-check.ts'
import type { CustomerForm, CustomerUpdate, StoredValues } from './form.ts'

/** Returns what each name of the body takes, given the account's fields. */
export function expectedParts(
  fields: readonly Definition[],
  { isUpdate = false } = {},
): (path: NamePath) => Expected {
  const byId = new Map(fields.map((field) => [field.id, field]))
  return (path) => {
    const part = customerPart(path)
    if (!part || (part.kind === 'kept' && !isUpdate)) return { problem: 'Unknown field' }
    if (!('field' in part)) return once(part.kind === 'photo' ? 'file' : 'text')
    const field = byId.get(part.field)
    if (!field) return { problem: 'Unknown custom field' }
    if (!isInUse(field)) return { problem: `${field.name} is retired and takes no values` }
    const isFileField = field.type === fieldType.file
    if (part.kind === 'field') {
      const isMisplaced = isFileField && part.key === 'value'
      return isMisplaced ? { problem: `${field.name} accepts files, not text` } : once('text')
    }
    if (!isFileField) return { problem: `${field.name} doesn’t accept files` }
    return part.kind === 'files' ? filesOf(field) : { kind: 'text', most: Infinity, tooMany: '' }
  }
}

const once = (kind: 'text' | 'file'): Expected => ({
  kind,
  most: 1,
  tooMany: 'This field may appear only once',
})

/**
 * Checks a body against the account's fields and gathers every problem under the request's own names into
 * `body.problems`. Returns the customer when there is none.
 */
export async function parseCustomerForm(
  body: MultipartBody,
  fields: readonly Definition[],
): Promise<CustomerForm | undefined> {
  const check = new FormCheck(body, fields)
  const customer = check.customer()
  const photo = await check.photo()
  const values = await check.values()
  return body.problems.size === 0 && photo ? { customer, photo, values } : undefined
}

/** Does the same for a new customer that has texts only: no photo, and none of the files that a field may require. */
export async function parseCustomerTexts(
  body: MultipartBody,
  fields: readonly Definition[],
): Promise<Omit<CustomerForm, 'photo'> | undefined> {
  const check = new FormCheck(
    body,
    fields.filter(({ type }) => type !== fieldType.file),
  )
  const customer = check.customer()
  const values = await check.values()
  return body.problems.size === 0 ? { customer, values } : undefined
}

/** Does the same for an update of a customer that has those values. */
export async function parseCustomerUpdate(
  body: MultipartBody,
  fields: readonly Definition[],
  stored: StoredValues,
): Promise<CustomerUpdate | undefined> {
  const check = new FormCheck(body, fields, stored)
  const customer = check.customer()
  const photo = await check.photo()
  const values = await check.values()
  // Forms don't ask for retired fields, so what those have stays.
  const unasked = stored.files.filter(({ fieldId }) => !check.keptFiles.has(fieldId))
  const keptFiles = new Set([...check.keptFiles.values(), unasked].flat().map(({ id }) => id))
  return body.problems.size === 0 ? { customer, photo, values, keptFiles } : undefined
}
