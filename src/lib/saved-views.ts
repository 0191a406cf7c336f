import * as z from 'zod/mini'

import { jsonOf } from './json-text.ts'

/** One way of looking at a list, under a name: its filter and sort as they stand in the URL, and its columns. */
export const SavedView = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/)),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(60)),
  /** Where the list is, such as `/invoices`. */
  list: z.string().check(z.maxLength(100), z.regex(/^(\/[a-z]+(-[a-z]+)*)+$/)),
  /** The query of its URL without the question mark, as `canonicalSearch` spells it. */
  search: z.string().check(z.maxLength(2000), z.regex(/^[^?#]*$/)),
  /** Which columns show; absent where the list has no choice of columns. */
  columns: z.optional(z.record(z.string().check(z.maxLength(100)), z.boolean())),
  isPinned: z.boolean(),
  /** The view that the navigation opens the list with. */
  isDefault: z.boolean(),
})
export type SavedView = z.infer<typeof SavedView>

/** Characters of a name. */
export const longestViewName = 60
/** Enough for every list of a person; a bound, so that the storage of the browser never fills up. */
export const mostViews = 50

/** Where the views of one person in one account are kept. */
export const viewsKey = (accountId: number, userId: number): string => `bureau.views.${accountId}.${userId}`

/** Stored views, validated: anybody at this computer can write there. Invalid ones are left out. */
export function readViews(text: string | undefined): readonly SavedView[] {
  const kept = Kept.safeParse(jsonOf(text ?? ''))
  if (!kept.success) return []
  const views = kept.data.views.flatMap((view) => SavedView.safeParse(view).data ?? [])
  return views.slice(0, mostViews)
}

/** Returns the views as they are kept, for `readViews`. */
export const writeViews = (views: readonly SavedView[]): string => JSON.stringify({ version: 1, views })

/** Whether the sidebar has an entry for the list, which can open with a view. */
export const isInSidebar = (list: string): boolean => !list.slice(1).includes('/')

/** The query of a URL in one spelling, without the parameters that say where in the list one stands. */
export function canonicalSearch(search: string, without: readonly string[]): string {
  const params = new URLSearchParams(search)
  for (const name of without) params.delete(name)
  params.sort()
  return params.toString()
}

/**
 * Columns in the fragment of a list’s link: which extra ones show and which usual ones do not. The service is
 * not asked for columns, so they are no part of the query. Empty where all is as usual.
 */
export function columnsFragment(shown: ColumnsShown): string {
  const [, ...others] = shown.all
  const params = new URLSearchParams()
  for (const { id, isExtra = false } of others)
    if (shown.visibility[id] === isExtra) params.append(isExtra ? 'show' : 'hide', id)
  return params.toString()
}

/** The choice of columns that a link brought along, by id; undefined where it brought none. */
export function columnsInFragment(fragment: string): Readonly<Record<string, boolean>> | undefined {
  const params = new URLSearchParams(fragment)
  const chosen = [
    ...params.getAll('show').map((id) => [id, true] as const),
    ...params.getAll('hide').map((id) => [id, false] as const),
  ]
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen)
}

/** The columns of a list, the first of which always shows. */
interface ColumnsShown {
  readonly all: readonly { readonly id: string; readonly isExtra?: boolean }[]
  readonly visibility: Readonly<Record<string, boolean>>
}

/** The view of that list and name, as people tell names apart. */
export const viewNamed = <View extends SavedView>(
  views: readonly View[],
  list: string,
  name: string,
): View | undefined => views.find((view) => isNamed(view, list, name))

const isNamed = (view: SavedView, list: string, name: string) =>
  view.list === list && fold(view.name) === fold(name)

const fold = (name: string) => name.normalize('NFKC').trim().toLocaleLowerCase('en')

const Kept = z.object({ version: z.literal(1), views: z.array(z.unknown()) })
