import * as z from 'zod/mini'

import { type NewCustomer, fieldKey, isText } from '#api/customer-form.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import { largestRequestBytes, longestText } from '#contract/customers/customers.ts'
import { resolverFrom } from '#kit/form.tsx'
import { pluralize } from '#lib/pluralize.ts'

import { bytesOf, bytesOfField, fileRulesOf, isFile, isSelect, optionsOf } from './field-config.ts'
import { type StepId, steps } from './step-ids.ts'

/** Something that is missing or wrong in the form. */
export interface FieldError {
  step: StepId
  /** Of the input, such as `business.company_name`. */
  path: string
  message: string
  /** Label of the input. */
  label: string
}

/** Returns everything that is missing or wrong, step by step. */
export const validate = (customer: NewCustomer, fields: readonly CustomFieldConfig[]): FieldError[] =>
  steps.flatMap((step) => validateStep(step, customer, fields))

/** Returns a resolver that checks the step in its context only. */
export const stepResolver = (fields: readonly CustomFieldConfig[]) =>
  resolverFrom<NewCustomer, StepId>((customer, step = 'person') =>
    validateStep(step, customer, fields).map(({ path, message }) => [path, message]),
  )

function validateStep(
  step: StepId,
  customer: NewCustomer,
  fields: readonly CustomFieldConfig[],
): FieldError[] {
  const { error } = schemaOf(step, fields).safeParse(customer)
  const issues = (error?.issues ?? []).map((issue) => {
    const path = issue.path.join('.')
    return { step, path, message: issue.message, label: labelOf(path, fields) }
  })
  // One message per input: an empty email is missing, and not also malformed.
  return issues.filter(({ path }, index) => issues.findIndex((other) => other.path === path) === index)
}

function schemaOf(step: StepId, fields: readonly CustomFieldConfig[]): z.ZodMiniType {
  switch (step) {
    case 'person':
      return z.looseObject(person)
    case 'business':
      return z.looseObject({ business })
    case 'fields':
      return z.looseObject({ texts: texts(fields) })
    case 'files':
      return filesSchema(fields)
    case 'permissions':
    case 'review':
      return z.looseObject({})
  }
}

const labels: Readonly<Record<string, string>> = {
  name: 'First name',
  last_name: 'Last name',
  email: 'Email',
  phone: 'Phone',
  'business.company_name': 'Company',
}

const labelOf = (path: string, fields: readonly CustomFieldConfig[]): string =>
  labels[path] ?? fields.find(({ id }) => path.endsWith(`.${fieldKey(id)}`))?.name ?? path

const line = (missing: string, longest: number) =>
  z
    .string()
    .check(z.trim(), z.minLength(1, missing), z.maxLength(longest, `Use at most ${longest} characters`))

const optionalLine = z
  .string()
  .check(z.maxLength(longestText.business, `Use at most ${longestText.business} characters`))

const person = {
  name: line('Enter the first name', longestText.person),
  last_name: line('Enter the last name', longestText.person),
  email: line('Enter the email address', longestText.email).check(
    z.email({ error: 'Enter an email address, like name@example.com', abort: true }),
  ),
  phone: line('Enter the phone number', longestText.person),
}

const business = z.catchall(
  z.object({ company_name: line('Enter the company name', longestText.business) }),
  optionalLine,
)

function texts(fields: readonly CustomFieldConfig[]) {
  return z.looseObject(
    Object.fromEntries(fields.filter(isText).map((field) => [fieldKey(field.id), textSchema(field)])),
  )
}

function textSchema(field: CustomFieldConfig) {
  const missing = isSelect(field) ? `Choose an option for “${field.name}”` : `Fill in “${field.name}”`
  const { customField: longest } = longestText
  const text = z.string().check(
    z.maxLength(longest, `Use at most ${longest} characters`),
    z.refine((value) => !field.required || value.trim() !== '', missing),
    z.refine(
      (value) => value === '' || !isSelect(field) || optionsOf(field).includes(value),
      'Choose one of the options',
    ),
  )
  // A field that was never touched is missing from the form, which means the same as empty.
  return z.pipe(
    z.transform((value: unknown) => value ?? ''),
    text,
  )
}

function filesSchema(fields: readonly CustomFieldConfig[]) {
  return z.looseObject({}).check((context) => {
    const customer = context.value as unknown as NewCustomer
    const addError = ({ id }: CustomFieldConfig, message: string) => {
      context.issues.push({ code: 'custom', input: customer, message, path: ['files', fieldKey(id)] })
    }
    const fileFields = fields.filter(isFile)
    for (const field of fileFields) {
      const key = fieldKey(field.id)
      const count = (customer.files[key]?.length ?? 0) + (customer.kept[key]?.length ?? 0)
      const { most } = fileRulesOf(field)
      if (count === 0 && field.required) addError(field, `Add a file to “${field.name}”`)
      if (count > most) addError(field, `${field.name} allows at most ${pluralize(most, 'file')}`)
    }
    if (bytesOf(customer) <= largestRequestBytes) return
    const [largest] = fileFields.toSorted((a, b) => bytesOfField(customer, b) - bytesOfField(customer, a))
    if (largest)
      addError(largest, `The files add up to more than ${largestRequestBytes / 1024 / 1024} MB. Remove some.`)
  })
}
