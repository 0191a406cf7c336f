import type { Generated } from 'kysely'

import type { Flag } from './flag.ts'

/** Customers, with the rows that belong to them below. */
export interface CustomerTable {
  id: Generated<number>
  account_id: number
  name: string
  last_name: string
  phone: string
  email: string
  photo_file_id: number | null
  processor_linked: Flag
  company_name: string | null
  company_phone: string | null
  company_email: string | null
  company_website: string | null
  address_1: string | null
  address_2: string | null
  country: string | null
  city: string | null
  state: string | null
  zip_code: string | null
  fax: string | null
  /** Bit n-1 is permission n. */
  permissions: number
  /** Folded copies (lower case, no accents) that the list sorts and searches by. */
  name_key: string
  last_name_key: string
  email_key: string
  company_name_key: string
  search_text: string
  created_at: string
  updated_at: string
  /** Counts the changes; the ETag that an update must name. */
  version: Generated<number>
  /** Null for active ones. */
  archived_at: Generated<string | null>
  /** Of their invoices; null, or one that is gone, for the default. */
  invoice_template_id: Generated<number | null>
  /** The id of a person who looks after the customer; null, or one who no longer works in the account, for nobody. */
  assigned_to: Generated<number | null>
  /** JSON of `CustomerBilling`; null until somebody has entered any. */
  billing: Generated<string | null>
}

/** Definitions of custom fields, in the order of `position`. */
export interface CustomFieldTable {
  id: Generated<number>
  account_id: number
  user_id: number
  location: number
  type: number
  name: string
  key: string
  description: string | null
  placeholder: string | null
  /** JSON: `{ options, fileConfig }`. */
  fields: string
  /** `group` on the wire; a reserved word in SQL. */
  field_group: string
  required: Flag
  position: number
  created_at: string
  updated_at: string
  /** Null for fields in use. */
  retired_at: Generated<string | null>
  /** JSON: options that are no longer offered. */
  retired_options: Generated<string>
  /** Counts the changes of the definition, not of its position; the ETag that an update must name. */
  version: Generated<number>
}

/** Renames of options: while they are running, stored values follow. */
export interface CustomFieldRenameTable {
  id: Generated<number>
  account_id: number
  custom_field_id: number
  old_name: string
  new_name: string
  state: 'running' | 'completed'
  /** How many customers had the option. */
  total: number
  changed: number
  /** JSON: ids of customers whose value can't be rewritten. */
  failed: Generated<string>
  caused_by: string
  /** The person; null for integrations. */
  actor_id: number | null
  created_at: string
  /** When its last batch was rewritten: one that rests for long has lost its process. */
  updated_at: string
  finished_at: string | null
}

/** Values of customers in custom fields. */
export interface CustomFieldValueTable {
  id: Generated<number>
  account_id: number
  owner_id: number
  customer_id: number
  custom_field_id: number
  /** Text of types 1, 5 and 7; null for file fields, whose files point here. */
  value: string | null
  created_at: string
  updated_at: string
}

/** Uploaded files; their bytes are in `DATA_DIR`. */
export interface FileTable {
  id: Generated<number>
  account_id: number
  customer_id: number
  /** Null for the photo. */
  custom_field_value_id: number | null
  /** The unguessable part of the URL, and the name on disk. */
  token: string
  name: string
  media_type: string
  /** 1 where a browser may show it in place. */
  inline: Flag
  bytes: number
  created_at: string
}

interface Entry {
  id: Generated<number>
  account_id: number
  /** Null once the customer is gone; the entry stays for the account. */
  customer_id: number | null
  description: string
  note: string | null
  event: string
  subject_id: number
  subject_type: string
  subject_title: string
  caused_by: string
  created_at: string
}

/** Notes on customers. A deleted one stays, so that it can be restored. */
export interface NoteTable extends Entry {
  /** The person who wrote it; null for integrations and for people who are gone. */
  author_id: Generated<number | null>
  is_pinned: Generated<number>
  /** YYYY-MM-DD. */
  follow_up_on: Generated<string | null>
  edited_at: Generated<string | null>
  deleted_at: Generated<string | null>
  version: Generated<number>
}

/** Activity of records, and who did it. */
export interface ActivityTable extends Entry {
  actor_id: Generated<number | null>
  /** JSON: `{ field: { from, to } }`. */
  changes: Generated<string | null>
}

/** Contacts, of a customer or on their own. */
export interface ContactTable {
  id: Generated<number>
  account_id: number
  customer_id: number | null
  name: string
  last_name: string
  email: string
  phone: string
  company_name: string | null
  /** Folded copies, as customers have them. */
  name_key: string
  last_name_key: string
  email_key: string
  company_name_key: string
  search_text: string
  /** Bits; see `server/records/contacts/columns.ts`. */
  traits: number
  created_at: string
  updated_at: string
  /** Counts the changes; the ETag that an update must name. */
  version: Generated<number>
}
