import { type View, type ViewList, viewLists } from '#contract/account/saved-views.ts'
import type { StaffCaller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'

/** The lists that a person may read. */
export const listsOf = ({ abilities }: Pick<StaffCaller, 'abilities'>): ViewList[] =>
  (Object.keys(viewLists) as ViewList[]).filter((list) => {
    const needed = viewLists[list]
    return needed === null || abilities.includes(needed)
  })

/** Whether a person may change a view that they see. */
export const mayEdit = (
  { user, abilities }: StaffCaller,
  { creator_id }: { readonly creator_id: number },
): boolean => creator_id === user.id || abilities.includes('settings.manage')

/** Returns the views that a person sees, the newest first. */
export async function readViews(tenant: Tenant, caller: StaffCaller): Promise<View[]> {
  const rows = await viewRows(tenant, caller).orderBy('saved_views.id', 'desc').execute()
  return rows.map((row) => toView(row, caller))
}

/** Returns one of the views that a person sees. */
export async function findView(tenant: Tenant, caller: StaffCaller, id: number): Promise<View | undefined> {
  const row = await viewRows(tenant, caller).where('saved_views.id', '=', id).executeTakeFirst()
  return row && toView(row, caller)
}

type Row = Awaited<ReturnType<ReturnType<typeof viewRows>['execute']>>[number]

const viewRows = (tenant: Tenant, caller: StaffCaller) =>
  tenant
    .select('saved_views')
    .leftJoin('saved_view_marks as marks', (join) =>
      join.onRef('marks.view_id', '=', 'saved_views.id').on('marks.user_id', '=', caller.user.id),
    )
    .leftJoin('staff', 'staff.id', 'saved_views.creator_id')
    .select([
      'saved_views.id',
      'saved_views.name',
      'saved_views.list',
      'saved_views.search',
      'saved_views.columns',
      'saved_views.is_shared',
      'saved_views.creator_id',
      'saved_views.updated_at',
      'saved_views.version',
    ])
    .select(['marks.is_pinned', 'marks.is_default', 'staff.name as created_by'])
    .where('saved_views.list', 'in', listsOf(caller))
    .where((eb) =>
      eb.or([eb('saved_views.creator_id', '=', caller.user.id), eb('saved_views.is_shared', '=', 1)]),
    )

const toView = ({ creator_id, ...row }: Row, caller: StaffCaller): View => ({
  ...row,
  columns: row.columns === null ? null : (JSON.parse(row.columns) as View['columns']),
  is_shared: row.is_shared === 1,
  is_pinned: row.is_pinned === 1,
  is_default: row.is_default === 1,
  is_own: creator_id === caller.user.id,
  is_editable: mayEdit(caller, { creator_id }),
})
