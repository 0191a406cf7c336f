import type { ColumnType, Generated } from 'kysely'

import type { InvoiceStatus } from '#contract/invoice-filter.ts'

/**
 * The tables as both dialects have them. Times are text in the wire's own form, flags are 0 or 1, JSON is text: what
 * SQLite and PostgreSQL agree on. The tables named `staff…` and `memberships` are written by better-auth, whose types
 * differ between the dialects.
 */
export interface Database {
  accounts: AccountTable
  staff: StaffTable
  staff_sessions: StaffSessionTable
  staff_devices: StaffDeviceTable
  staff_identities: StaffIdentityTable
  memberships: MembershipTable
  credentials: CredentialTable
  sign_in_failures: SignInFailureTable
  customers: CustomerTable
  custom_fields: CustomFieldTable
  custom_field_values: CustomFieldValueTable
  files: FileTable
  notes: NoteTable
  activity_log: NoteTable
  contacts: ContactTable
  service_kinds: ServiceKindTable
  service_kind_tags: ServiceKindTagTable
  services: ServiceTable
  invoices: InvoiceTable
  invoice_line_items: LineItemTable
  tallies: TallyTable
  event_log: EventLogTable
  deliverers: DelivererTable
  webhooks: WebhookTable
  webhook_hours: WebhookHourTable
  deliveries: DeliveryTable
  delivery_attempts: AttemptTable
  idempotency_keys: IdempotencyTable
  row_counts: RowCountTable
  settings: { name: string; value: string }
}

/** The tables that belong to an account; `Tenant` reaches these and no others. */
export type AccountScoped = {
  [Table in keyof Database]: 'account_id' extends keyof Database[Table] ? Table : never
}[keyof Database]

type Flag = ColumnType<number, number, number>

export interface AccountTable {
  id: Generated<number>
  name: string
  slug: string
  logo: string | null
  metadata: string | null
  time_zone: Generated<string>
  created_at: unknown
}

export interface StaffTable {
  id: Generated<number>
  name: string
  email: string
  email_verified: unknown
  image: string | null
  two_factor_enabled: unknown
  created_at: unknown
  updated_at: unknown
}

export interface StaffSessionTable {
  id: Generated<number>
  user_id: number
  token: string
  expires_at: unknown
  created_at: unknown
  updated_at: unknown
  ip_address: string | null
  user_agent: string | null
  active_account_id: number | null
}

/** Browsers in which a person has signed in before, by the SHA-256 of their cookie. CHOICE 0037. */
export interface StaffDeviceTable {
  id: Generated<number>
  user_id: number
  token_hash: string
  created_at: string
  last_used_at: string
}

/** How a person proves who they are; `password` is better-auth's hash. */
export interface StaffIdentityTable {
  id: Generated<number>
  user_id: number
  /** The person's id at the provider, not one of our accounts. */
  account_id: string
  provider_id: string
  password: string | null
  created_at: unknown
  updated_at: unknown
}

export interface MembershipTable {
  id: Generated<number>
  account_id: number
  user_id: number
  role: string
  created_at: unknown
}

/** API tokens (V1) and keys (B), by SHA-256; the text itself is never stored. */
export interface CredentialTable {
  id: Generated<number>
  account_id: number
  kind: 'token' | 'key'
  hash: string
  prefix: string
  last_four: string
  /** JSON list. A key has all of Surface B whatever it contains. */
  abilities: string
  rate_limit: number
  expires_at: string | null
  revoked_at: string | null
  created_at: string
  last_used_at: string | null
}

export interface SignInFailureTable {
  id: Generated<number>
  /** What is counted: `pair:…`, `person:…`, `address:…` or `device:…`. */
  subject: string
  at: string
}

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
}

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
}

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

export interface NoteTable {
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

export interface ContactTable {
  id: Generated<number>
  account_id: number
  customer_id: number | null
  name: string
  last_name: string
  email: string
  phone: string
  company_name: string | null
  created_at: string
  updated_at: string
}

/** What services are filtered by, shared by all that are alike in it. Its id alone stands in `services`. */
export interface ServiceKindTable {
  id: Generated<number>
  account_id: number
  type: string
  category: string
  is_active: Flag
  /** JSON list in the order of code points. */
  tags: string
  /** How many services are of this kind; kept by `addServices`. */
  services: number
}

export interface ServiceKindTagTable {
  id: Generated<number>
  account_id: number
  kind_id: number
  tag: string
}

/** Amounts are whole minor units of `currency`. CHOICE 0023. */
export interface ServiceTable {
  id: Generated<number>
  account_id: number
  kind_id: number
  name: string
  description: string
  price: number
  currency: string
  billing_type: string
  /** Thousandths of a per cent. */
  tax_rate: number
  unit: string
  /** JSON, as on the wire. */
  custom_fields: string
  /** Name and description, folded. */
  search_text: string
  created_at: string
  updated_at: string
}

/** Amounts are whole minor units of `currency`. CHOICE 0023. */
export interface InvoiceTable {
  id: Generated<number>
  account_id: number
  invoice_number: string
  customer_id: number
  customer_name: string
  customer_email: string
  status: InvoiceStatus
  currency: string
  total_amount: number
  /** YYYY-MM-DD */
  due_date: string
  /** The total as the wire has it, so that currencies of different decimals sort by the number one sees. */
  total_key: number
  invoice_number_key: string
  customer_name_key: string
  /** Number, customer name and email, folded. */
  search_text: string
  created_at: string
  updated_at: string
}

export interface LineItemTable {
  id: Generated<number>
  account_id: number
  invoice_id: number
  description: string
  /** Millionths. */
  quantity: number
  /** Minor units of the invoice's currency, as `total`. */
  unit_price: number
  total: number
}

/** How many rows of a table an account has, and how often they changed; kept by triggers. The sum of its entries counts. */
export interface RowCountTable {
  id: Generated<number>
  account_id: number
  table_name: string
  total: number
  changes: number
}

/** Counts and sums that triggers keep; see `server/db/tallies.ts`. */
export interface TallyTable {
  account_id: number
  name: string
  bucket: string
  status: string
  currency: string
  entries: number
  amount: number
  /** How often this one changed; for the count of a table's rows, how often any of them did. */
  changes: number
}

/** The log of events, written in the transaction of the change they tell of. Their deliveries refer to it. */
export interface EventLogTable {
  id: Generated<number>
  account_id: number
  event_id: string
  type: string
  /** The payload as JSON text; the bytes of every attempt are made from it alone. */
  body: string
  created_at: string
}

/** Processes that deliver from this database. Each holds a lock that ends with it; see `Peers`. */
export interface DelivererTable {
  id: number
  joined_at: string
}

export interface IdempotencyTable {
  id: Generated<number>
  account_id: number
  endpoint: string
  key: string
  /** SHA-256 over the request's parts. */
  fingerprint: string
  status: number
  body: string
  created_at: string
  expires_at: string
}

export interface WebhookTable {
  id: Generated<number>
  account_id: number
  /** What staff call it; null shows its host and path. */
  name: string | null
  url: string
  /** JSON array of event names. */
  events: string
  /** JSON object, or null when unset. */
  config: string | null
  status: 'active' | 'paused' | 'disabled'
  /** Failed attempts in a row. */
  failure_count: Generated<number>
  /** The first failure of the present streak; see `server/delivery/streak.ts`. */
  failing_since: string | null
  /** JSON array of times: the last failures of that streak, some minutes apart. */
  recent_failures: string | null
  /** JSON array of the last ten attempts, oldest first; see `server/webhooks/recent-attempts.ts`. */
  recent_attempts: string | null
  last_delivery_at: string | null
  disabled_at: string | null
  /** AES-256-GCM under SECRET_KEY; see `server/delivery/seal.ts`. */
  secret_sealed: string
  /** JSON object of the secret values in `config.headers`, sealed in the same way. */
  headers_sealed: string | null
  secret_fingerprint: string
  previous_secret_sealed: string | null
  previous_secret_until: string | null
  created_at: string
  updated_at: string
}

/** How many attempts at an endpoint succeeded and failed in an hour; tests don't count. Kept for two days. */
export interface WebhookHourTable {
  id: Generated<number>
  account_id: number
  webhook_id: number
  /** The start of its time in UTC, such as `2026-01-31T09`. */
  hour: string
  delivered: number
  failed: number
}

export interface DeliveryTable {
  id: Generated<number>
  account_id: number
  webhook_id: number
  event: string
  /** The `webhook-id` header of every attempt. */
  event_id: string
  is_test: Flag
  /** The event's payload. Null only where the row was damaged. */
  event_log_id: number | null
  status: 'pending' | 'delivered' | 'failed' | 'discarded'
  attempts: Generated<number>
  /** When the next attempt is due; null once it is over. */
  due_at: string | null
  /** When that was decided. Later than now only where the clock was set back. */
  scheduled_at: string | null
  /** The process that has it, in `deliverers`. As long as that lives, no other process takes it. */
  leased_by: number | null
  /** When that process takes it again itself, if it has lost sight of it. */
  leased_until: string | null
  response_status: number | null
  response_body: string | null
  error: string | null
  duration_ms: number | null
  created_at: string
  delivered_at: string | null
}

export interface AttemptTable {
  id: Generated<number>
  account_id: number
  delivery_id: number
  number: number
  started_at: string
  duration_ms: number
  /** JSON object, like `response_headers`. */
  request_headers: string
  response_status: number | null
  response_headers: string | null
  response_body: string | null
  error: string | null
}
