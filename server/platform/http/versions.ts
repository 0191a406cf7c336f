import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Generated } from 'kysely'

import { type Endpoint, type RecordName, hasVersion } from '#contract/wire/endpoint.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { AccountScoped, Database } from '#server/platform/db/database.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

/** The tables of records that have versions. */
export type VersionedTable = {
  [Name in RecordName]: (typeof hasVersion)[Name] extends true ? Name : never
}[RecordName]

// Doesn't compile unless the contract says of each table whether it has the column.
hasVersion satisfies {
  readonly [Name in RecordName]: Name extends AccountScoped
    ? Database[Name] extends { version: Generated<number> }
      ? true
      : false
    : false
}

/** Returns whether the records of that name have versions. */
export const isVersioned = (name: RecordName | null): name is VersionedTable =>
  name !== null && hasVersion[name]

/** The version that a request means where its `If-Match` is `*` or a list. */
const resolved = new WeakMap<FastifyRequest, number>()
/** Requests whose handler compares the version itself. */
const compared = new WeakSet<FastifyRequest>()

/** Sends the version of the record in the response as its ETag. */
export function sendVersion(reply: FastifyReply, version: number): void {
  reply.header('etag', `"${version}"`)
}

/** Throws 428 if the request has no `If-Match`. Its version is compared in the first transaction; see `requireMatch`. */
export function requireIfMatch(request: FastifyRequest): void {
  if (request.headers['if-match'] === undefined) throw new HttpError('PRECONDITION_REQUIRED')
}

/** Returns the version that the request's `If-Match` names. Throws 428 if there is none, 412 if it can't be ours. */
export function requireVersion(request: FastifyRequest): number {
  requireIfMatch(request)
  compared.add(request)
  const version = resolved.get(request) ?? tagsOf(request.headers['if-match']).versions[0]
  if (version === undefined) throw new HttpError('PRECONDITION_FAILED')
  return version
}

/** Returns an `If-Match` that doesn't name one version, such as `*`. What it means depends on when it is read. */
export function openMatch({ headers }: FastifyRequest): string | undefined {
  const header = headers['if-match']
  return header !== undefined && tagsOf(header).isOpen ? header : undefined
}

/** Finds out which version of its record a request means by `*` or a list. Throws 404 if there is no such record. */
export async function resolveMatch(
  request: FastifyRequest,
  {
    record,
    tenant,
    id,
  }: { readonly record: RecordName | null; readonly tenant: Tenant; readonly id: number },
): Promise<void> {
  if (openMatch(request) === undefined || !isVersioned(record)) return
  const { isAny, versions } = tagsOf(request.headers['if-match'])
  const current = await readVersion(tenant, record, id)
  if (current === undefined) throw new HttpError('NOT_FOUND')
  // A repeat names an earlier version; what was stored for its key is still its response.
  const version = isAny || versions.includes(current) ? current : versions[0]
  if (version !== undefined) resolved.set(request, version)
}

/**
 * Returns what a write has to check before anything else in its transaction: that `If-Match`, if it is sent, names the
 * current version of the record. A handler that calls `requireVersion` compares it itself.
 */
export function requireMatch(
  request: FastifyRequest,
  { method, record }: Pick<Endpoint, 'method' | 'record'>,
  id: number,
): ((trx: Tenant) => Promise<void>) | undefined {
  const header = request.headers['if-match']
  if (header === undefined || method === 'GET' || !isVersioned(record)) return undefined
  return async (trx) => {
    if (compared.has(request)) return
    const { isAny, versions } = tagsOf(header)
    const current = await readVersion(trx, record, id)
    // A record that isn't there is 404, which the handler finds out.
    if (current !== undefined && !isAny && !versions.includes(current))
      throw new HttpError('PRECONDITION_FAILED')
  }
}

/** Reads the version, and in a transaction keeps it from changing until its end. */
async function readVersion(tenant: Tenant, record: VersionedTable, id: number): Promise<number | undefined> {
  const query = tenant
    .select(record as 'contacts')
    .select('version')
    .where('id', '=', id)
  const row = await tenant.dialect.forUpdate(query).executeTakeFirst()
  return row?.version
}

/** Reads `If-Match` by RFC 9110. Weak tags match nothing there, and what isn't a version can't be one of ours. */
function tagsOf(header: string | undefined) {
  const tags = (header ?? '').split(',').map((tag) => tag.trim())
  const isAny = tags.length === 1 && tags[0] === '*'
  const versions = tags.flatMap((tag) => {
    const [, version] = /^"([1-9][0-9]{0,8})"$/.exec(tag) ?? []
    return version === undefined ? [] : [Number(version)]
  })
  return { isAny, versions, isOpen: isAny || tags.length > 1 }
}
