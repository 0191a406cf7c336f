import { extname } from 'node:path'

import * as z from 'zod/mini'

import { fieldType } from '#contract/customers/custom-fields.ts'
import { type CustomerPart, businessKeys, customerPart, longestText } from '#contract/customers/customers.ts'
import { actions } from '#contract/values/permissions.ts'
import { safeName, sniffFile, sniffPhoto } from '#server/platform/files/sniff.ts'
import type { Expected, FilePart, MultipartBody } from '#server/platform/http/multipart/read.ts'

import type { NewCustomer } from './columns.ts'
import { type Definition, isInUse } from './field-definitions.ts'
import type { CheckedFile, FieldValue, StoredFile, StoredValues } from './form.ts'

const person = ['email', 'name', 'last_name', 'phone'] as const
const labels = { email: 'Email', name: 'First name', last_name: 'Last name', phone: 'Phone' } as const
const Email = z.email()
// Line breaks and tabs belong into a text area; nothing else of the control range belongs anywhere.
const control = /\p{Cc}/u
const controlInText = /[^\P{Cc}\t\n\r]/u

/** Checks one body, part by part; errors are added to `body.problems`. */
export class FormCheck {
  readonly #body: MultipartBody
  readonly #fields: ReadonlyMap<number, Definition>
  readonly #texts = new Map<string, string>()
  readonly #parts: { part: CustomerPart; name: string; value: string }[]

  /** The stored files that stay, by the id of their field. */
  readonly keptFiles = new Map<number, readonly StoredFile[]>()
  /** Undefined for a new customer. */
  readonly #stored: StoredValues | undefined

  constructor(body: MultipartBody, fields: readonly Definition[], stored?: StoredValues) {
    this.#body = body
    this.#stored = stored
    this.#fields = new Map(fields.filter(isInUse).map((field) => [field.id, field]))
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
      if (!this.#stored && !this.#body.problems.has(name)) this.#addProblem(name, 'A photo is required')
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
      if (this.#isRequired(field, this.#stored?.texts.has(field.id)))
        this.#addProblem(name, `${field.name} is required`)
      return undefined
    }
    const stored = this.#stored?.texts.get(field.id)
    if (stored !== undefined && isSameText(stored, value)) return { field, value: stored, files: [] }
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

  /** A customer that never had a value, from before the field was required, can do without. */
  #isRequired({ required }: Definition, hadValue = true): boolean {
    return required === 1 && hadValue
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
    const kept = this.#kept(field)
    const parts = this.#body.files.filter((file) => file.name === name)
    if (parts.length === 0 && kept.length === 0) {
      const hasFiles = this.#stored?.files.some(({ fieldId }) => fieldId === field.id)
      if (this.#isRequired(field, hasFiles) && !this.#body.problems.has(name))
        this.#addProblem(name, `${field.name} is required`)
      return undefined
    }
    const expected = filesOf(field)
    if ('most' in expected && kept.length > 0 && kept.length + parts.length > expected.most)
      this.#addProblem(name, expected.tooMany)
    const files: CheckedFile[] = []
    for (const part of parts) {
      const file = await this.#file(name, part, formats.length > 0 ? formats : accepted)
      if (file) files.push(file)
    }
    return { field, value: null, files }
  }

  /** Notes which stored files of the field stay, and returns them. */
  #kept(field: Definition): readonly StoredFile[] {
    const name = `custom_fields[${field.id}][file_upload][kept][]`
    const stored = this.#stored?.files.filter(({ fieldId }) => fieldId === field.id) ?? []
    const paths = new Set(this.#parts.filter((text) => text.name === name).map(({ value }) => value))
    const kept = stored.filter(({ path }) => paths.has(path))
    if (kept.length < paths.size) this.#addProblem(name, `A file of ${field.name} no longer exists`)
    this.keptFiles.set(field.id, kept)
    return kept
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

/** A form sends every line break as CRLF (HTML Standard, multipart/form-data), however it was stored. */
const isSameText = (stored: string, sent: string) =>
  stored === sent || stored === sent.replaceAll('\r\n', '\n')

/** Returns how many files the field takes. */
export function filesOf({ name, fields }: Definition): Expected {
  const config = fields?.fileConfig
  const several = config?.allowMultiple ? config.maxFiles : 1
  const most = config ? several : Infinity
  return { kind: 'file', most, tooMany: `${name} accepts at most ${most} ${most === 1 ? 'file' : 'files'}` }
}

/** The photo's name with the ending of what it really is. */
function photoName(displayName: string, mediaType: string): string {
  const safe = safeName(displayName)
  const ending = mediaType === 'image/jpeg' ? '.jpg' : `.${mediaType.slice('image/'.length)}`
  return safe.slice(0, safe.length - extname(safe).length) + ending
}
