import type { Upload } from '#server/platform/files/store.ts'

import type { NewCustomer } from './columns.ts'
import type { Definition } from './field-definitions.ts'

/** An upload that passed, ready to be kept. */
export interface CheckedFile {
  readonly upload: Upload
  readonly name: string
  readonly mediaType: string
  readonly inline: boolean
}

/** Input of a form for one custom field. */
export interface FieldValue {
  readonly field: Definition
  /** Null for file fields. */
  readonly value: string | null
  readonly files: readonly CheckedFile[]
}

/** A valid form of a new customer. Its files are uploaded but not committed yet. */
export interface CustomerForm {
  readonly customer: NewCustomer
  readonly photo: CheckedFile
  readonly values: readonly FieldValue[]
}

/** A file that the customer has already. */
export interface StoredFile {
  readonly id: number
  readonly fieldId: number
  /** As the API shows it. */
  readonly path: string
}

/** A customer before an update. */
export interface StoredValues {
  readonly files: readonly StoredFile[]
  /** By the id of the field. A value that stays is good, whatever the field's rules have become. */
  readonly texts: ReadonlyMap<number, string>
}

/** A customer after an update. */
export interface CustomerUpdate extends Omit<CustomerForm, 'photo'> {
  /** Undefined keeps the photo. */
  readonly photo: CheckedFile | undefined
  /** Ids of the stored files that stay. */
  readonly keptFiles: ReadonlySet<number>
}
