import { type Selectable, sql } from 'kysely'

import { businessKeys } from '#contract/customers/customers.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { jsonText } from '#server/platform/db/json-text.ts'
import { Prepared, isIn } from '#server/platform/db/prepared.ts'
import type { CustomFieldValueTable, CustomerTable, FileTable } from '#server/platform/db/tables/customers.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { changesOf } from '#server/platform/lists/row-counts.ts'

import { permissionsOf } from './columns.ts'
import type { FieldTexts, KnownFields } from './field-texts.ts'

type Row = Pick<
  Selectable<CustomerTable>,
  'id' | 'email' | 'photo_file_id' | 'processor_linked' | 'permissions'
> & {
  /** JSON of what comes first. */
  readonly head: string
  /** JSON of the business information. */
  readonly business: string
}
type FullRow = Row & {
  /** JSON of both. */
  readonly notes: string
  readonly activity: string
  readonly field_changes: number | null
  readonly version: number
}
type Value = Pick<Selectable<CustomFieldValueTable>, 'id' | 'customer_id' | 'custom_field_id'> & {
  /** JSON of the value. */
  readonly text: string
  /** 1 for a field whose value is its files. */
  readonly has_files: number
}
const fileColumns = ['id', 'customer_id', 'custom_field_value_id', 'token', 'name'] as const
type File = Pick<Selectable<FileTable>, (typeof fileColumns)[number]>

interface Ids {
  /** As JSON. */
  readonly ids: string
}

const sameNames = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))
const headColumns = sameNames(['id', 'name', 'last_name', 'phone'])
const businessColumns = sameNames(businessKeys)
const valueColumns = {
  ...sameNames(['id', 'owner_id']),
  user_id: 'customer_id',
  ...sameNames(['custom_field_id', 'value', 'created_at', 'updated_at']),
}

const selectRows = (tenant: Tenant) =>
  tenant
    .select('customers')
    .select(['id', 'email', 'photo_file_id', 'processor_linked', 'permissions'])
    .select(jsonText(tenant.dialect, headColumns).as('head'))
    .select(jsonText(tenant.dialect, businessColumns).as('business'))

const byIds = new Prepared<Tenant, Ids, Row>((tenant, value) =>
  selectRows(tenant).where(isIn(tenant.dialect, 'id', value('ids'))),
)
const byStart = new Prepared<Tenant, { after: number; limit: number }, Row>((tenant, value) =>
  selectRows(tenant).where('id', '>', value('after')).orderBy('id').limit(value('limit')),
)
const valuesOf = new Prepared<Tenant, Ids, Value>((tenant, value) =>
  tenant
    .select('custom_field_values')
    .select(['id', 'customer_id', 'custom_field_id'])
    .select(sql<number>`case when value is null then 1 else 0 end`.as('has_files'))
    .select(jsonText(tenant.dialect, valueColumns).as('text'))
    .where(isIn(tenant.dialect, 'customer_id', value('ids'))),
)
const filesOf = new Prepared<Tenant, Ids, File>((tenant, value) =>
  tenant
    .select('files')
    .select(fileColumns)
    .where(isIn(tenant.dialect, 'customer_id', value('ids')))
    .orderBy('id'),
)

/** Data that rows are written with. */
export interface JsonContext {
  readonly fields: FieldTexts
  readonly publicUrl: string
}

/** Customers as the list shows them, each as JSON, in the order of the ids; absent ones are left out. */
export async function readCustomers(
  tenant: Tenant,
  ids: readonly number[],
  json: JsonContext,
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tenant.run(byIds, { ids: JSON.stringify(ids) })
  const known = new Map(rows.map((row) => [row.id, row]))
  return toJson(
    tenant,
    ids.flatMap((id) => known.get(id) ?? []),
    json,
  )
}

/** The next customers by id, each as JSON, and the id of the last one; undefined after the end. */
export async function readNextCustomers(
  tenant: Tenant,
  after: number,
  limit: number,
  json: JsonContext,
): Promise<{ readonly texts: string[]; readonly last: number } | undefined> {
  const rows = await tenant.run(byStart, { after, limit })
  const last = rows.at(-1)?.id
  return last === undefined ? undefined : { texts: await toJson(tenant, rows, json), last }
}

/** Returns one customer in full, as JSON, and its version; undefined if the account has none by that id. */
export async function readCustomer(
  tenant: Tenant,
  id: number,
  { fields, publicUrl }: { readonly fields: KnownFields; readonly publicUrl: string },
): Promise<{ readonly text: string; readonly version: number } | undefined> {
  const [row] = await tenant.run(detailById, { id })
  if (!row) return undefined
  const known = await fields.get(tenant, { changes: row.field_changes ?? 0 })
  const [text = ''] = await toJson(tenant, [row], { fields: known, publicUrl })
  return {
    text: `${text.slice(0, -1)},"notes":${row.notes},"activity_log":${row.activity}}`,
    version: row.version,
  }
}

const start = sameNames(['id', 'description'])
const end = sameNames(['event', 'subject_id', 'subject_type', 'subject_title', 'caused_by', 'created_at'])
const entryColumns = {
  notes: { ...start, note: sql`coalesce(note, '')`, ...end },
  activity_log: { ...start, ...end },
}

/** A JSON array of a customer's entries, the newest first. */
const entries = (tenant: Tenant, table: 'notes' | 'activity_log', id: number) => {
  const text = jsonText(tenant.dialect, entryColumns[table])
  return tenant
    .select(table)
    .select(
      sql<string>`'[' || coalesce(string_agg(${text}, ',' order by created_at desc, id desc), '') || ']'`.as(
        'entries',
      ),
    )
    .where('customer_id', '=', id)
    .$if(table === 'notes', (query) => query.where('deleted_at' as 'id', 'is', null))
}

/** One customer with its entries, and how often the account's fields have changed: one statement. */
const detailById = new Prepared<Tenant, { id: number }, FullRow>((tenant, value) =>
  selectRows(tenant)
    .select(entries(tenant, 'notes', value('id')).as('notes'))
    .select(entries(tenant, 'activity_log', value('id')).as('activity'))
    .select(changesOf(tenant, 'custom_fields').as('field_changes'))
    .select('version')
    .where('id', '=', value('id')),
)

/** The texts of these rows; at most two statements however many there are. */
async function toJson(
  tenant: Tenant,
  rows: readonly Row[],
  { fields, publicUrl }: JsonContext,
): Promise<string[]> {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const values = fields.isEmpty ? [] : await tenant.run(valuesOf, { ids })
  const hasFiles =
    rows.some((row) => row.photo_file_id !== null) || values.some(({ has_files }) => has_files === 1)
  const files = hasFiles ? await tenant.run(filesOf, { ids }) : []
  const valuesBy = Map.groupBy(values, ({ customer_id }) => customer_id)
  const filesBy = Map.groupBy(files, ({ customer_id }) => customer_id)
  return rows.map((row) => {
    const own = filesBy.get(row.id) ?? []
    const written = (valuesBy.get(row.id) ?? []).map(
      (value) => [value.custom_field_id, valueText(value, own, publicUrl)] as const,
    )
    return rowText(row, own, fields.withValues(new Map(written)), publicUrl)
  })
}

const address = ({ token, name }: File, publicUrl: string) => fileUrl(publicUrl, token, name)

// The parts that are the same in every row are written once: a page repeats the definition of each field in each row.
function rowText(row: Row, files: readonly File[], fields: string, publicUrl: string): string {
  const photo = row.photo_file_id === null ? undefined : files.find(({ id }) => id === row.photo_file_id)
  const path = photo ? JSON.stringify(address(photo, publicUrl)) : 'null'
  // The flag is the identifier that the specification's table begins with.
  return `${row.head.slice(0, -1)},"profile_photo_path":${path},"email":${JSON.stringify(row.email)},"stripe_customer_flag":${row.processor_linked === 1},"business_information":${row.business},"custom_fields":${fields},"permissions":${permissionsText(row.permissions)}}`
}

function valueText({ id, text, has_files }: Value, files: readonly File[], publicUrl: string): string {
  if (has_files === 0) return text
  const uploads = files
    .filter(({ custom_field_value_id }) => custom_field_value_id === id)
    .map((file) => ({ name: file.name, path: address(file, publicUrl) }))
  // Only ids come before it.
  return text.replace('"value":null', () => `"value":${JSON.stringify(uploads)}`)
}

// There are 65,536 of them, and an account uses a few.
const knownPermissions = new Map<number, string>()

function permissionsText(mask: number): string {
  let text = knownPermissions.get(mask)
  if (text === undefined) {
    text = JSON.stringify(permissionsOf(mask))
    knownPermissions.set(mask, text)
  }
  return text
}
