import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'
import { idParams } from '../wire/surface.ts'
import { type ViewList, View, viewLists } from './saved-views.ts'

/** Surface X: what people do to saved views. A file of its own: what every screen loads only reads them. */

/** Longest name, in characters (UTF-16 units). */
export const longestViewName = 60

/** How many views a person may have in an account. */
export const mostOwnViews = 100

/** How many views an account may share. */
export const mostSharedViews = 200

/** How many views of a browser one request moves. */
export const mostMovedViews = 50

const mostColumns = 200

const lists = Object.keys(viewLists) as [ViewList, ...ViewList[]]
const someColumns = `columns must say true or false for at most ${mostColumns} columns, or be null`
const yesNo = (name: string) => z.boolean(`${name} must be true or false`)

const name = z
  .string('Enter a name')
  .check(
    z.trim(),
    z.minLength(1, 'Enter a name'),
    z.maxLength(longestViewName, `Use at most ${longestViewName} characters`),
    z.regex(
      /^[^\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]*$/u,
      'Remove hidden characters, such as line breaks',
    ),
  )

const search = z
  .string('search must be the query of a list')
  .check(
    z.maxLength(2000, 'search must be at most 2,000 characters'),
    z.regex(
      /^(?:[a-zA-Z_]{1,40}=[\w*.+%-]*(?:&[a-zA-Z_]{1,40}=[\w*.+%-]*)*)?$/,
      'search must be the query of a list',
    ),
  )

const columns = z.nullable(
  z
    .record(z.string().check(z.maxLength(100, someColumns)), z.boolean(someColumns), someColumns)
    .check(z.refine((chosen) => Object.keys(chosen).length <= mostColumns, someColumns)),
)

const shown = {
  name,
  /** The query of the list’s URL: parameters in alphabetical order, without its position in the list. */
  search,
  /** Which columns show; null where the list has no choice of columns. */
  columns,
}

/** The person’s own marks of a view, also of one that a colleague shares. */
export const ViewMarks = z.object({
  /** In their sidebar. */
  is_pinned: yesNo('is_pinned'),
  /** Whether their sidebar opens the list with it. */
  is_default: yesNo('is_default'),
})
export type ViewMarks = z.infer<typeof ViewMarks>

/** Fields of a view that can change. */
export const ViewInput = z.object({ ...shown, is_shared: yesNo('is_shared') })
export type ViewInput = z.infer<typeof ViewInput>

/** A view from a browser. It stays private. */
export const MovedView = z.object({
  ...shown,
  ...ViewMarks.shape,
  list: z.enum(lists, `list must be one of ${lists.join(', ')}`),
})
export type MovedView = z.infer<typeof MovedView>

/** A view to save. */
export const NewView = z.extend(MovedView, { is_shared: yesNo('is_shared') })
export type NewView = z.infer<typeof NewView>

export const createView = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/views',
  text: 'saves one; 422 where the person has one of that name for the list',
  isIdempotent: true,
  access: 'staff',
  status: 201,
  body: NewView,
  response: z.object({ data: View }),
})

export const moveViews = endpoint({
  surface: 'x',
  method: 'POST',
  path: '/api/x/views/move',
  text: '`{"views"}`: moves up to 50 out of a browser, in one step; what the person already has stays as it is, so repeating it adds nothing, and where only the name is taken, a view gets another one; `data` says how many are new',
  access: 'staff',
  body: z.object({
    views: z
      .array(MovedView, 'views must be a list of views')
      .check(z.maxLength(mostMovedViews, `views must be at most ${mostMovedViews}`)),
  }),
  response: z.object({ data: z.object({ added: z.int() }) }),
})

export const updateView = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/views/:id',
  text: 'replaces `name`, `search`, `columns` and `is_shared`; 403 for others’ views without `settings.manage`',
  needsVersion: true,
  record: 'saved_views',
  access: 'staff',
  params: idParams,
  body: ViewInput,
  response: z.object({ data: View }),
})

export const markView = endpoint({
  surface: 'x',
  method: 'PUT',
  path: '/api/x/views/:id/marks',
  text: '`{"is_pinned", "is_default"}`: for this person alone; a list has one default, and the newest counts',
  record: 'saved_views',
  access: 'staff',
  params: idParams,
  body: ViewMarks,
  response: z.object({ data: View }),
})

export const deleteView = endpoint({
  surface: 'x',
  method: 'DELETE',
  path: '/api/x/views/:id',
  text: 'deletes one, for everyone who sees it; 403 for others’ views without `settings.manage`',
  needsVersion: true,
  record: 'saved_views',
  access: 'staff',
  params: idParams,
  status: 204,
  response: z.undefined(),
})
