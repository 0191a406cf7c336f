import * as z from 'zod/mini'

import { type Ability, endpoint } from '../wire/endpoint.ts'
import { Datetime } from '../wire/surface.ts'

/** Surface X: saved views of lists, the person’s own and those that colleagues share. */

/** The lists that have views, and what reading them takes. */
export const viewLists = {
  '/customers': null,
  '/contacts': 'contacts.view',
  '/invoices': null,
  '/services': null,
  '/invoices/credit-notes': null,
  '/invoices/recurring': null,
  '/invoices/plans': null,
  '/invoices/subscriptions': null,
  '/proposals': null,
  '/contracts': null,
  '/meetings': null,
} as const satisfies Record<string, Ability | null>
export type ViewList = keyof typeof viewLists

/** A saved view, as the person who asks sees it. */
export const View = z.object({
  id: z.int(),
  name: z.string(),
  /** Where the list is. A newer service may have more of them. */
  list: z.string(),
  search: z.string(),
  columns: z.nullable(z.record(z.string(), z.boolean())),
  is_shared: z.boolean(),
  is_pinned: z.boolean(),
  is_default: z.boolean(),
  is_own: z.boolean(),
  is_editable: z.boolean(),
  /** Null for someone who is gone. */
  created_by: z.nullable(z.string()),
  updated_at: Datetime,
  /** Counts the changes; `If-Match` names it. Marks don’t count. */
  version: z.int(),
})
export type View = z.infer<typeof View>

export const listViews = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/views',
  text: 'saved views of lists, the person’s own and the shared ones of lists that they may read, the newest first: `name`, `list` (`/customers`), `search` (the query of its URL), `columns`, `is_shared`, and what is their own about it: `is_pinned`, `is_default`',
  access: 'staff',
  response: z.object({ data: z.array(View) }),
})
