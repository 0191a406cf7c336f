import {
  type MovedView,
  type NewView,
  type ViewInput,
  type ViewMarks,
  createView,
  deleteView,
  markView,
  moveViews,
  updateView,
} from '#contract/account/saved-view-writes.ts'
import type { View } from '#contract/account/saved-views.ts'

import { call } from './client.ts'

/** Mutations of the service's saved views. The caller says which queries that makes stale. */
export const viewWrites = {
  /** `key`: the same for every attempt at the same view. */
  create: async (body: NewView, key: string): Promise<View> => (await call(createView, { body, key })).data,
  update: async (view: View, change: Partial<ViewInput>): Promise<View> => {
    const { id, name, search, columns, is_shared, version } = view
    const body = { name, search, columns, is_shared, ...change }
    return (await call(updateView, { params: { id }, body, version: `"${version}"` })).data
  },
  mark: async ({ id, is_pinned, is_default }: View, change: Partial<ViewMarks>): Promise<View> =>
    (await call(markView, { params: { id }, body: { is_pinned, is_default, ...change } })).data,
  remove: ({ id, version }: View): Promise<unknown> =>
    call(deleteView, { params: { id }, version: `"${version}"` }),
  move: (views: MovedView[]): Promise<unknown> => call(moveViews, { body: { views } }),
}
