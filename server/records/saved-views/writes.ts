import {
  type MovedView,
  type NewView,
  type ViewInput,
  type ViewMarks,
  longestViewName,
  mostOwnViews,
  mostSharedViews,
} from '#contract/account/saved-view-writes.ts'
import { fold } from '#contract/values/folding.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { now } from '#server/platform/lib/clock.ts'
import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'

import { auditSharing } from './audit.ts'
import { findView, listsOf, mayEdit } from './rows.ts'

/** Saves a view and returns its id, in a transaction. Throws 403 for a list that the person may not read, and 422. */
export async function addView(trx: Tenant, caller: StaffCaller, input: NewView): Promise<number> {
  if (!listsOf(caller).includes(input.list)) throw new HttpError('FORBIDDEN')
  await trx.lock('views')
  await requireRoom(trx, caller, 1)
  if (input.is_shared) await requireSharedRoom(trx)
  await requireFreeName(trx, { ...input, creator_id: caller.user.id })
  const id = await insertView(trx, caller, input)
  await auditSharing(trx, id, null, {
    list: input.list,
    name: input.name,
    search: input.search,
    columns: columnsText(input.columns),
    is_shared: input.is_shared ? 1 : 0,
  })
  return id
}

/** Adds what a browser has and the person doesn’t, and returns how many those were. Throws 422 where there is no room. */
export async function addMoved(
  trx: Tenant,
  caller: StaffCaller,
  views: readonly MovedView[],
): Promise<number> {
  await trx.lock('views')
  const own = await trx
    .select('saved_views')
    .select(['list', 'name', 'search', 'columns'])
    .where('creator_id', '=', caller.user.id)
    .execute()
  const withDefault = new Set(await listsWithDefault(trx, caller))
  const known = new Set(own.map(contentOf))
  const taken = new Set(own.map(({ list, name }) => placeOf(list, name)))
  const added: NewView[] = []
  for (const view of views) {
    const content = contentOf({ ...view, columns: columnsText(view.columns) })
    if (known.has(content)) continue
    const name = freeName(view.name, (text) => taken.has(placeOf(view.list, text)))
    known.add(content)
    taken.add(placeOf(view.list, name))
    const is_default = view.is_default && !withDefault.has(view.list)
    added.push({ ...view, name, is_default, is_shared: false })
  }
  await requireRoom(trx, caller, added.length)
  // The first of a browser’s views is its newest, and so is the last one here.
  for (const view of added.toReversed()) await insertView(trx, caller, view)
  return added.length
}

/** Changes a view, in a transaction. Throws 404, 403, 412 unless it has that version, and 422. */
export async function changeView(
  trx: Tenant,
  caller: StaffCaller,
  { id, version, input }: { readonly id: number; readonly version: number; readonly input: ViewInput },
): Promise<void> {
  await trx.lock('views')
  const row = await requireEditable(trx, caller, id, version)
  if (input.is_shared && row.is_shared === 0) await requireSharedRoom(trx)
  // It would be gone for the one who asks, too.
  if (!input.is_shared && row.creator_id !== caller.user.id)
    throw new HttpError('FORBIDDEN', 'Only the person who shares this view can stop sharing it')
  await requireFreeName(trx, { ...row, name: input.name })
  const next = {
    name: input.name,
    folded_name: fold(input.name),
    search: input.search,
    columns: columnsText(input.columns),
    is_shared: input.is_shared ? 1 : 0,
  }
  if (Object.entries(next).every(([column, value]) => row[column as keyof typeof next] === value)) return
  await trx
    .update('saved_views')
    .set({ ...next, version: version + 1, updated_at: now() })
    .where('id', '=', id)
    .execute()
  await auditSharing(trx, id, row, { ...next, list: row.list })
}

/** Pins a view or makes it the default for a person, in a transaction. Throws 404. */
export async function changeMarks(
  trx: Tenant,
  caller: StaffCaller,
  id: number,
  marks: ViewMarks,
): Promise<void> {
  await trx.lock('views')
  const view = await findView(trx, caller, id)
  if (!view) throw new HttpError('NOT_FOUND')
  await setMarks(trx, caller, { id, list: view.list }, marks)
}

/** Deletes a view for everyone, in a transaction. Throws 404, 403 and 412 unless it has that version. */
export async function removeView(
  trx: Tenant,
  caller: StaffCaller,
  id: number,
  version: number,
): Promise<void> {
  await trx.lock('views')
  const row = await requireEditable(trx, caller, id, version)
  await trx.delete('saved_view_marks').where('view_id', '=', id).execute()
  await trx.delete('saved_views').where('id', '=', id).execute()
  await auditSharing(trx, id, row, null)
}

async function insertView(trx: Tenant, caller: StaffCaller, input: NewView): Promise<number> {
  const at = now()
  const id = await trx.insertOne('saved_views', {
    creator_id: caller.user.id,
    list: input.list,
    name: input.name,
    folded_name: fold(input.name),
    search: input.search,
    columns: columnsText(input.columns),
    is_shared: input.is_shared ? 1 : 0,
    created_at: at,
    updated_at: at,
  })
  if (input.is_pinned || input.is_default) await setMarks(trx, caller, { id, list: input.list }, input)
  return id
}

/** A list opens with one view at most, and the one just chosen is it. */
async function setMarks(
  trx: Tenant,
  { user }: StaffCaller,
  { id, list }: { readonly id: number; readonly list: string },
  { is_pinned, is_default }: ViewMarks,
) {
  if (is_default)
    await trx
      .update('saved_view_marks')
      .set({ is_default: 0 })
      .where('user_id', '=', user.id)
      .where('view_id', 'in', trx.select('saved_views').select('id').where('list', '=', list))
      .execute()
  await trx.delete('saved_view_marks').where('view_id', '=', id).where('user_id', '=', user.id).execute()
  await trx.insert('saved_view_marks', [
    { view_id: id, user_id: user.id, is_pinned: is_pinned ? 1 : 0, is_default: is_default ? 1 : 0 },
  ])
}

const listsWithDefault = async (trx: Tenant, { user }: StaffCaller): Promise<string[]> =>
  (
    await trx
      .select('saved_view_marks')
      .innerJoin('saved_views', 'saved_views.id', 'saved_view_marks.view_id')
      .select('saved_views.list')
      .where('saved_view_marks.user_id', '=', user.id)
      .where('saved_view_marks.is_default', '=', 1)
      .execute()
  ).map(({ list }) => list)

async function requireEditable(trx: Tenant, caller: StaffCaller, id: number, version: number) {
  if (!(await findView(trx, caller, id))) throw new HttpError('NOT_FOUND')
  const row = await trx.select('saved_views').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  if (!mayEdit(caller, row))
    throw new HttpError('FORBIDDEN', 'Only the person who shared this view or an admin can change it')
  if (row.version !== version) throw new HttpError('PRECONDITION_FAILED')
  return row
}

/** Throws unless the person may have so many more. */
async function requireRoom(trx: Tenant, { user }: StaffCaller, more: number) {
  const { total } = await counted(trx).where('creator_id', '=', user.id).executeTakeFirstOrThrow()
  if (Number(total) + more > mostOwnViews)
    throw invalidField('name', `You can save up to ${mostOwnViews} views. Delete one first.`)
}

async function requireSharedRoom(trx: Tenant) {
  const { total } = await counted(trx).where('is_shared', '=', 1).executeTakeFirstOrThrow()
  if (Number(total) >= mostSharedViews)
    throw invalidField('is_shared', `An account can share up to ${mostSharedViews} views.`)
}

const counted = (trx: Tenant) =>
  trx.select('saved_views').select((eb) => eb.fn.countAll<number>().as('total'))

async function requireFreeName(
  trx: Tenant,
  view: { readonly id?: number; readonly creator_id: number; readonly list: string; readonly name: string },
) {
  const other = await trx
    .select('saved_views')
    .select('id')
    .where('creator_id', '=', view.creator_id)
    .where('list', '=', view.list)
    .where('folded_name', '=', fold(view.name))
    .executeTakeFirst()
  if (other && other.id !== view.id) throw invalidField('name', 'There is already a view with this name')
}

/** Returns the name, or the same with a number that makes it another one. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  for (let number = 2, candidate = name; ; number += 1) {
    if (!isTaken(candidate)) return candidate
    const end = ` (${number})`
    candidate = `${name.slice(0, longestViewName - end.length)}${end}`
  }
}

const placeOf = (list: string, name: string) => `${list} ${fold(name)}`

const contentOf = (view: {
  readonly list: string
  readonly name: string
  readonly search: string
  readonly columns: string | null
}) => JSON.stringify([view.list, fold(view.name), view.search, view.columns])

/** In one order, so that equal choices are equal texts. */
const columnsText = (columns: ViewInput['columns']): string | null =>
  columns === null
    ? null
    : JSON.stringify(Object.fromEntries(Object.entries(columns).toSorted(([a], [b]) => (a < b ? -1 : 1))))
