import * as z from 'zod/mini'

import { type NewCustomer, fieldKey, isText } from '#api/customer-form.ts'
import { type CustomFieldConfig, fieldType } from '#contract/custom-fields.ts'
import { largestRequestBytes, longestText } from '#contract/customers.ts'
import { resolverFrom } from '#kit/form.tsx'
import { pluralize } from '#lib/pluralize.ts'

import { type StepId, steps } from './steps.ts'

/** What each step asks for; the review asks for all of it. */
export function rulesOf(step: StepId, fields: readonly CustomFieldConfig[]): z.ZodMiniType {
  switch (step) {
    case 'person':
      return z.looseObject(person)
    case 'business':
      return z.looseObject({ business })
    case 'fields':
      return z.looseObject({ texts: texts(fields) })
    case 'files':
      return filesRule(fields)
    case 'permissions':
      return z.looseObject({})
    case 'review':
      return z.looseObject({})
  }
}

/** Something that is missing or wrong in the form. `place` is the path of its input. */
export interface FormIssue {
  step: StepId
  place: string
  text: string
}

/** Returns everything that is missing or wrong, step by step. */
export const problemsOf = (customer: NewCustomer, fields: readonly CustomFieldConfig[]): FormIssue[] =>
  steps.flatMap((step) => issuesOf(step, customer, fields))

/** Returns a resolver that checks the step in its context only. */
export const stepResolver = (fields: readonly CustomFieldConfig[]) =>
  resolverFrom<NewCustomer, StepId>((customer, step = 'person') =>
    issuesOf(step, customer, fields).map(({ place, text }) => [place, text]),
  )

function issuesOf(step: StepId, customer: NewCustomer, fields: readonly CustomFieldConfig[]): FormIssue[] {
  const { error } = rulesOf(step, fields).safeParse(customer)
  const issues = (error?.issues ?? []).map(({ path, message }) => ({
    step,
    place: path.join('.'),
    text: message,
  }))
  // One text per input: an empty email is missing, and not also malformed.
  return issues.filter(({ place }, index) => issues.findIndex((other) => other.place === place) === index)
}

export const isSelect = ({ type }: CustomFieldConfig) => type === fieldType.select
export const isFile = ({ type }: CustomFieldConfig) => type === fieldType.file
export const isUnsupported = (field: CustomFieldConfig) => !isText(field) && !isFile(field)

/** The choices of a select field; the configuration may hold holes and repeats. */
export function optionsOf({ fields }: CustomFieldConfig): string[] {
  return [
    ...new Set((fields?.options ?? []).filter((option) => option !== null && option !== '')),
  ] as string[]
}

export interface FileRules {
  accepted: readonly string[]
  most: number
}

/** What a file field takes; without a configuration, any number of any format. */
export function fileRulesOf({ fields }: CustomFieldConfig): FileRules {
  const config = fields?.fileConfig
  if (!config) return { accepted: [], most: Infinity }
  return { accepted: config.acceptFile, most: config.allowMultiple ? Math.max(config.maxFiles, 1) : 1 }
}

/** Fields under their headings, in the order of the configuration; `group` may be absent. */
export function grouped(
  fields: readonly CustomFieldConfig[],
): [heading: string, fields: CustomFieldConfig[]][] {
  const groups = new Map<string, CustomFieldConfig[]>()
  for (const field of fields) {
    const heading = field.group?.trim() ?? ''
    groups.set(heading, [...(groups.get(heading) ?? []), field])
  }
  return [...groups]
}

export function bytesOf({ photo, files }: Pick<NewCustomer, 'photo' | 'files'>): number {
  const all = [photo, ...Object.values(files).flat()]
  return all.reduce((sum, file) => sum + (file?.size ?? 0), 0)
}

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
  photo: z.custom<File>((value) => value instanceof File, 'Add a photo, or generate one from the initials'),
}

const business = z.catchall(
  z.object({ company_name: line('Enter the company name', longestText.business) }),
  optionalLine,
)

function texts(fields: readonly CustomFieldConfig[]) {
  return z.looseObject(
    Object.fromEntries(fields.filter(isText).map((field) => [fieldKey(field.id), textOf(field)])),
  )
}

function textOf(field: CustomFieldConfig) {
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
  // A field that was never touched is not there yet, which is as good as empty.
  return z.pipe(
    z.transform((value: unknown) => value ?? ''),
    text,
  )
}

function filesRule(fields: readonly CustomFieldConfig[]) {
  return z.looseObject({}).check((context) => {
    const customer = context.value as unknown as NewCustomer
    const complain = (field: CustomFieldConfig, message: string) => {
      context.issues.push({ code: 'custom', input: customer, message, path: ['files', fieldKey(field.id)] })
    }
    const fileFields = fields.filter(isFile)
    for (const field of fileFields) {
      const count = customer.files[fieldKey(field.id)]?.length ?? 0
      const { most } = fileRulesOf(field)
      if (count === 0 && field.required) complain(field, `Add a file to “${field.name}”`)
      if (count > most) complain(field, `${field.name} allows at most ${pluralize(most, 'file')}`)
    }
    if (bytesOf(customer) <= largestRequestBytes) return
    const largest = fileFields.toSorted((a, b) => sizeOf(customer, b) - sizeOf(customer, a))[0]
    if (largest)
      complain(largest, `The files add up to more than ${largestRequestBytes / 1024 / 1024} MB. Remove some.`)
  })
}

const sizeOf = ({ files }: NewCustomer, field: CustomFieldConfig) =>
  (files[fieldKey(field.id)] ?? []).reduce((sum, { size }) => sum + size, 0)
