import { sql } from 'kysely'

import type { SearchResults } from '#contract/account/search.ts'
import { mostResults } from '#contract/account/search.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { ScopedTable } from '#server/platform/db/dialects.ts'
import { containsLiterally } from '#server/platform/db/literal-search.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { toDecimal } from '#server/platform/lib/money.ts'

/** PostgreSQL fetches what its index finds before it can tell the newest; from more than this many it takes some. */
const mostSorted = 500

/** Returns the ids of the newest rows that contain every word, as a subquery named `page`. */
function newest(tenant: Tenant, table: ScopedTable, words: readonly string[]) {
  const found = tenant.search({ table, words, key: 'id' }).select(['found.id'])
  if (tenant.dialect.searchesInIdOrder)
    return found.orderBy('found.key', 'desc').limit(mostResults).as('page')
  return tenant
    .from(found.limit(mostSorted).as('some'))
    .select('some.id')
    .orderBy('some.id', 'desc')
    .limit(mostResults)
    .as('page')
}

/** Returns the customers whose name, email, phone or company contain the words. */
export async function findCustomers(
  tenant: Tenant,
  words: readonly string[],
  publicUrl: string,
): Promise<SearchResults['customers']> {
  const rows = await tenant
    .from(newest(tenant, 'customers', words))
    .innerJoin('customers', 'customers.id', 'page.id')
    .leftJoin('files', 'files.id', 'customers.photo_file_id')
    .select(['customers.id', 'customers.name', 'last_name', 'email', 'phone', 'company_name', 'archived_at'])
    .select(['files.token', 'files.name as file_name'])
    .orderBy('customers.id', 'desc')
    .execute()
  return rows.map(({ token, file_name, archived_at, ...customer }) => ({
    ...customer,
    is_archived: archived_at !== null,
    profile_photo_path: token === null || file_name === null ? null : fileUrl(publicUrl, token, file_name),
  }))
}

/** Returns the invoices whose number, customer or email contain the words. */
export async function findInvoices(
  tenant: Tenant,
  words: readonly string[],
): Promise<SearchResults['invoices']> {
  const rows = await tenant
    .from(newest(tenant, 'invoices', words))
    .innerJoin('invoices', 'invoices.id', 'page.id')
    .select(['invoices.id', 'invoice_number', 'customer_name', 'status', 'total_amount', 'currency'])
    .orderBy('invoices.id', 'desc')
    .execute()
  return rows.map((row) => ({ ...row, total_amount: toDecimal(row.total_amount, row.currency) }))
}

/** Returns the credit notes whose number contains the words. */
export async function findCreditNotes(
  tenant: Tenant,
  words: readonly string[],
): Promise<SearchResults['credit_notes']> {
  const rows = await tenant
    .select('credit_notes')
    .innerJoin('invoices', 'invoices.id', 'credit_notes.invoice_id')
    .select(['credit_notes.id', 'credit_number', 'customer_name', 'credit_notes.total_amount', 'currency'])
    .where(containsLiterally(sql.ref('credit_notes.credit_number'), words))
    .orderBy('credit_notes.id', 'desc')
    .limit(mostResults)
    .execute()
  return rows.map((row) => ({ ...row, total_amount: toDecimal(row.total_amount, row.currency) }))
}

/** Returns the proposals or contracts whose number, title, customer or email contain the words. */
export async function findDocuments(
  tenant: Tenant,
  kind: DocumentKind,
  words: readonly string[],
): Promise<SearchResults['proposals']> {
  const rows = await tenant
    .select('documents')
    .select(['id', 'number', 'title', 'customer_name', 'status', 'total_amount', 'currency'])
    .where('kind', '=', kind)
    .where(containsLiterally(sql.ref('search_text'), words))
    .orderBy('id', 'desc')
    .limit(mostResults)
    .execute()
  return rows.map((row) => ({ ...row, total_amount: toDecimal(row.total_amount, row.currency) }))
}

/** Returns the services whose name or description contain the words. */
export async function findServices(
  tenant: Tenant,
  words: readonly string[],
): Promise<SearchResults['services']> {
  const rows = await tenant
    .from(newest(tenant, 'services', words))
    .innerJoin('services', 'services.id', 'page.id')
    .innerJoin('service_kinds', 'service_kinds.id', 'services.kind_id')
    .select(['services.id', 'name', 'category', 'is_active'])
    .orderBy('services.id', 'desc')
    .execute()
  return rows.map(({ is_active, ...service }) => ({ ...service, is_active: Boolean(is_active) }))
}

/** Returns the contacts whose name, email, phone or company contain the words. */
export async function findContacts(
  tenant: Tenant,
  words: readonly string[],
): Promise<SearchResults['contacts']> {
  return tenant
    .from(newest(tenant, 'contacts', words))
    .innerJoin('contacts', 'contacts.id', 'page.id')
    .select(['contacts.id', 'name', 'last_name', 'email', 'phone', 'company_name', 'customer_id'])
    .orderBy('contacts.id', 'desc')
    .execute()
}
