import { extname } from 'node:path'

import * as z from 'zod/mini'

import { fieldType } from '#contract/custom-fields.ts'
import { type CustomerPart, businessKeys, customerPart, longestText } from '#contract/customers.ts'
import type { NamePath } from '#contract/multipart.ts'
import { actions } from '#contract/permissions.ts'
import { sniffFile, sniffPhoto, safeName } from '#server/files/sniff.ts'
import type { Upload } from '#server/files/store.ts'
import type { Expected, FilePart, MultipartBody } from '#server/http/multipart/read.ts'

import type { NewCustomer } from './columns.ts'
import type { Definition } from './custom-fields.ts'

/** An upload that passed, ready to be kept. */
export interface CheckedFile {
  readonly upload: Upload
  readonly name: string
  readonly mediaType: string
  readonly inline: boolean
}

export interface FieldValue {
  readonly field: Definition
  /** Null for file fields. */
  readonly value: string | null
  readonly files: readonly CheckedFile[]
}

export interface CustomerForm {
  readonly customer: NewCustomer
  readonly photo: CheckedFile
  readonly values: readonly FieldValue[]
}

/** Returns what each name of the body takes, given the account's fields. CHOICE 0005. */
export function expectedParts(fields: readonly Definition[]): (path: NamePath) => Expected {
  const byId = new Map(fields.map((field) => [field.id, field]))
  return (path) => {
    const part = customerPart(path)
    if (!part) return { problem: 'Unknown field' }
    if (!('field' in part)) return once(part.kind === 'photo' ? 'file' : 'text')
    const field = byId.get(part.field)
    if (!field) return { problem: 'Unknown custom field' }
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

function filesOf({ name, fields }: Definition): Expected {
  const config = fields?.fileConfig
  const several = config?.allowMultiple ? config.maxFiles : 1
  const most = config ? several : Infinity
  return { kind: 'file', most, tooMany: `${name} accepts at most ${most} ${most === 1 ? 'file' : 'files'}` }
}

/**
 * Checks a body against the account's fields and gathers every problem under the request's own names into
 * `body.problems`. Returns the customer when there is none.
 */
export async function parseCustomerForm(
  body: MultipartBody,
  fields: readonly Definition[],
): Promise<CustomerForm | undefined> {
  const check = new Check(body, fields)
  const customer = check.customer()
  const photo = await check.photo()
  const values = await check.values()
  return body.problems.size === 0 && photo ? { customer, photo, values } : undefined
}

const person = ['email', 'name', 'last_name', 'phone'] as const
const labels = { email: 'Email', name: 'First name', last_name: 'Last name', phone: 'Phone' } as const
const Email = z.email()
// Line breaks and tabs belong into a text area; nothing else of the control range belongs anywhere.
const control = /\p{Cc}/u
const controlInText = /[^\P{Cc}\t\n\r]/u

class Check {
  readonly #body: MultipartBody
  readonly #fields: ReadonlyMap<number, Definition>
  readonly #texts = new Map<string, string>()
  readonly #parts: { part: CustomerPart; name: string; value: string }[]

  constructor(body: MultipartBody, fields: readonly Definition[]) {
    this.#body = body
    this.#fields = new Map(fields.map((field) => [field.id, field]))
    this.#parts = body.texts.map(({ name, path, value }) => ({
      part: customerPart(path) as CustomerPart,
      name,
      value,
    })) // read by the same grammar
    for (const { name, value } of this.#parts) this.#texts.set(name, value)
  }

  customer(): NewCustomer {
    const line = (name: string, label: string, longest: number) => {
      const value = this.#texts.get(name)?.trim() ?? ''
      if (value.length > longest) this.#addProblem(name, `${label} must be at most ${longest} characters`)
      if (control.test(value)) this.#addProblem(name, `${label} must be one line of text`)
      return value
    }
    const required = (name: string, label: string, longest: number) => {
      const value = line(name, label, longest)
      if (value === '') this.#addProblem(name, `${label} is required`)
      return value
    }
    const [email, name, last_name, phone] = person.map((key) =>
      required(key, labels[key], key === 'email' ? longestText.email : longestText.person),
    ) as [string, string, string, string]
    if (email !== '' && !Email.safeParse(email).success)
      this.#addProblem('email', 'Email must be an address like name@example.com')

    const business: Record<string, string> = {}
    for (const key of businessKeys) {
      const wire = `business_information[${key}]`
      const value =
        key === 'company_name'
          ? required(wire, 'Company name', longestText.business)
          : line(wire, key, longestText.business)
      if (value !== '') business[key] = value
    }

    const permissions: number[] = []
    for (const { part, name: wire, value } of this.#parts) {
      if (part.kind !== 'permission') continue
      if (value === '1') permissions.push(part.id)
      else this.#addProblem(wire, `A permission value must be 1 (${actions[part.id - 1]?.name})`)
    }
    return { name, last_name, phone, email, business, permissions }
  }

  async photo(): Promise<CheckedFile | undefined> {
    const name = 'profile_photo_path'
    const part = this.#body.files.find(({ path }) => path[0] === name)
    if (!part) {
      if (!this.#body.problems.has(name)) this.#addProblem(name, 'A photo is required')
      return undefined
    }
    const sniffed = await sniffPhoto(part.upload)
    if ('problem' in sniffed) return this.#addProblem(name, sniffed.problem)
    return { upload: part.upload, name: photoName(part.displayName, sniffed.mediaType), ...sniffed }
  }

  async values(): Promise<FieldValue[]> {
    const values: FieldValue[] = []
    for (const field of this.#fields.values()) {
      const key = this.#texts.get(`custom_fields[${field.id}][key]`)
      if (key !== undefined && key !== field.key) {
        this.#addProblem(`custom_fields[${field.id}][key]`, `The key of this field is ${field.key}`)
      }
      const value = field.type === fieldType.file ? await this.#files(field) : this.#text(field)
      if (value) values.push(value)
    }
    return values
  }

  #text(field: Definition): FieldValue | undefined {
    const name = `custom_fields[${field.id}][value]`
    const value = this.#texts.get(name) ?? ''
    if (value.trim() === '') {
      if (field.required === 1) this.#addProblem(name, `${field.name} is required`)
      return undefined
    }
    if (field.type === fieldType.select) {
      if (!field.fields?.options?.includes(value))
        this.#addProblem(name, `${field.name} must be one of the options`)
    } else if (field.type === fieldType.text || field.type === fieldType.textArea) {
      const forbidden = field.type === fieldType.text ? control : controlInText
      if (value.length > longestText.customField) {
        this.#addProblem(name, `${field.name} must be at most ${longestText.customField} characters`)
      }
      if (forbidden.test(value)) this.#addProblem(name, `${field.name} contains invalid characters`)
    } else this.#addProblem(name, `${field.name} has an unsupported field type`)
    return { field, value, files: [] }
  }

  async #files(field: Definition): Promise<FieldValue | undefined> {
    const base = `custom_fields[${field.id}]`
    const [name, formatsName] = [`${base}[file_upload][files][]`, `${base}[file_upload][formats][]`]
    const accepted = field.fields?.fileConfig?.acceptFile ?? []
    const formats = this.#parts.filter((text) => text.name === formatsName).map(({ value }) => value)
    for (const format of formats) {
      if (accepted.length > 0 && !accepted.some((known) => known.toLowerCase() === format.toLowerCase())) {
        this.#addProblem(formatsName, `${field.name} accepts: ${accepted.join(', ')}`)
      }
    }
    const parts = this.#body.files.filter((file) => file.name === name)
    if (parts.length === 0) {
      if (field.required === 1 && !this.#body.problems.has(name))
        this.#addProblem(name, `${field.name} is required`)
      return undefined
    }
    const files: CheckedFile[] = []
    for (const part of parts) {
      const file = await this.#file(name, part, formats.length > 0 ? formats : accepted)
      if (file) files.push(file)
    }
    return { field, value: null, files }
  }

  async #file(name: string, { upload, displayName }: FilePart, accepted: readonly string[]) {
    const shown = safeName(displayName)
    const sniffed = await sniffFile(upload, shown, accepted)
    if ('problem' in sniffed) return this.#addProblem(name, sniffed.problem)
    return { upload, name: shown, ...sniffed }
  }

  #addProblem(name: string, text: string): undefined {
    const texts = this.#body.problems.get(name) ?? []
    if (!texts.includes(text)) this.#body.problems.set(name, [...texts, text])
  }
}

/** The photo's name with the ending of what it really is. */
function photoName(displayName: string, mediaType: string): string {
  const safe = safeName(displayName)
  const ending = mediaType === 'image/jpeg' ? '.jpg' : `.${mediaType.slice('image/'.length)}`
  return safe.slice(0, safe.length - extname(safe).length) + ending
}
