import * as z from 'zod/mini'

import { type Ability, type Endpoint, type RecordName, endpoint } from './endpoint.ts'
import type { LiveChange } from './live.ts'
import { Datetime, MetaB, idParams, pageB } from './surface.ts'

type Empty = z.ZodMiniType<undefined>
type Params = typeof idParams
/** What every kind of record has, in full. */
type Stored = z.ZodMiniType<
  { readonly id: number; readonly version: number },
  { readonly id: number; readonly version: number }
>
type One<Full extends z.ZodMiniType> = z.ZodMiniObject<{ data: Full }>

/** What changes of a record leave behind. */
export interface History {
  /** The field that entries call the record by. */
  readonly title: string
  /** The fields whose values entries show, before and after. Nothing else gets into a log. */
  readonly fields: readonly string[]
  /** What the audit log records, too: every change of a setting, and of everything else that it is deleted. */
  readonly audited: 'settings' | 'deletions'
}

/** What can be done to a record besides changing and deleting it: `POST <path>/:id/<name>`. */
export interface ActionParts {
  /** None unless given. */
  readonly body?: z.ZodMiniType
  /** Whether `If-Match` has to name the version that was read; otherwise it is compared if it is sent. */
  readonly needsVersion?: true
  /** 201 for one that responds with another record of the kind, which it made. */
  readonly status?: 201
}
type Actions = Readonly<Record<string, ActionParts>>
type BodyOf<Action> = Action extends { readonly body: infer Body extends z.ZodMiniType } ? Body : Empty

/** What endpoints do, for the API’s description. Those that are left out do what is usual. */
type Texts<Acts extends Actions> = Readonly<
  Record<'list' | 'create' | (keyof Acts & string), string> &
    Partial<Record<'show' | 'update' | 'remove', string>>
>

interface Facts<Subject extends string> {
  readonly path: `/api/x/${string}`
  /** One of them, in the activity and the audit log; with spaces for underscores, in sentences. */
  readonly subject: Subject
  /** Who may create, change and delete them. */
  readonly manage: Ability
  /** How many an account can have. */
  readonly most?: number
  /** The topics of what open screens read again. */
  readonly live: readonly LiveChange['topic'][]
}

interface Draft<
  Subject extends string,
  Input extends z.ZodMiniType,
  Full extends Stored,
  Query extends z.ZodMiniType,
  Rows extends z.ZodMiniType,
  Acts extends Actions,
  Removable extends boolean,
  Told extends History | undefined,
> extends Facts<Subject> {
  readonly input: Input
  /** One of them in full, with its `id` and `version`. */
  readonly full: Full
  /** `pagedList` or `wholeList`, along with a query of its own. */
  readonly list: { readonly query?: Query; readonly response: Rows }
  readonly actions?: Acts
  readonly texts: Texts<Acts>
  /** Whether they can be deleted; they can unless it says no. */
  readonly isRemovable?: Removable
  /** Undefined for a kind whose activity is that of another record, such as its customer. */
  readonly history?: Told & {
    readonly title: keyof z.output<Full>
    readonly fields: readonly (keyof z.output<Full>)[]
  }
  /** What one is created and changed with, in the API's description and in tests. */
  readonly example: z.input<Input>
}

/** A kind of record, with its endpoints. */
export interface Resource<
  Subject extends string = string,
  Input extends z.ZodMiniType = z.ZodMiniType,
  Full extends Stored = Stored,
  Query extends z.ZodMiniType = z.ZodMiniType,
  Rows extends z.ZodMiniType = z.ZodMiniType,
  Acts extends Actions = Actions,
  Removable extends boolean = boolean,
  Told extends History | undefined = History | undefined,
> extends Facts<Subject> {
  readonly record: RecordName
  readonly list: Endpoint<Empty, Query, Empty, Rows>
  readonly show: Endpoint<Params, Empty, Empty, One<Full>>
  readonly create: Endpoint<Empty, Empty, Input, One<Full>>
  readonly update: Endpoint<Params, Empty, Input, One<Full>>
  readonly remove: Removable extends true ? Endpoint<Params, Empty, Empty, Empty> : undefined
  readonly actions: { readonly [Name in keyof Acts]: Endpoint<Params, Empty, BodyOf<Acts[Name]>, One<Full>> }
  readonly history: Told
  readonly example: z.input<Input>
}

const usualTexts = { show: 'one with its version (`ETag`)', update: 'replaces it', remove: 'deletes it' }

/**
 * Declares a kind of record: what it is, what can be done with it and what that leaves behind, once for the service, the
 * dashboard, the API's description and the tests. Surface X.
 *
 * The rules are the same for all kinds. Responses to one record have its version as their `ETag`. Changing and deleting it
 * requires that version in `If-Match` (428, 412). Creating and changing it and its actions take an `Idempotency-Key`.
 */
export function resource<
  const Subject extends string,
  Input extends z.ZodMiniType,
  Full extends Stored,
  Rows extends z.ZodMiniType,
  Query extends z.ZodMiniType = Empty,
  const Acts extends Actions = Readonly<Record<never, never>>,
  const Removable extends boolean = true,
  Told extends History | undefined = undefined,
>(
  record: RecordName,
  draft: Draft<Subject, Input, Full, Query, Rows, Acts, Removable, Told>,
): Resource<Subject, Input, Full, Query, Rows, Acts, Removable, Told> {
  const { path, manage: ability, input: body, full, list, actions, isRemovable, history, ...facts } = draft
  const texts = { ...usualTexts, ...draft.texts }
  const response: One<Full> = z.object({ data: full })
  const one = { surface: 'x', record, params: idParams, path: `${path}/:id` } as const
  const act = ([name, parts]: readonly [string, ActionParts]) =>
    [
      name,
      endpoint({
        ...one,
        ...parts,
        method: 'POST',
        path: `${path}/:id/${name}`,
        text: texts[name as keyof Acts & string],
        ability,
        isIdempotent: true,
        response,
      }),
    ] as const
  type Made = Resource<Subject, Input, Full, Query, Rows, Acts, Removable, Told>
  return {
    ...facts,
    history: history as Told,
    path,
    manage: ability,
    record,
    list: endpoint({ surface: 'x', method: 'GET', path, text: texts.list, ...list }),
    show: endpoint({ ...one, method: 'GET', text: texts.show, response }),
    create: endpoint({
      surface: 'x',
      method: 'POST',
      path,
      text: texts.create,
      ability,
      isIdempotent: true,
      body,
      status: 201,
      response,
    }),
    update: endpoint({
      ...one,
      method: 'PUT',
      text: texts.update,
      ability,
      needsVersion: true,
      isIdempotent: true,
      body,
      response,
    }),
    remove: (isRemovable === false
      ? undefined
      : endpoint({
          ...one,
          method: 'DELETE',
          text: texts.remove,
          ability,
          needsVersion: true,
          status: 204,
          response: z.undefined(),
        })) as Made['remove'],
    actions: Object.fromEntries(Object.entries<ActionParts>(actions ?? {}).map(act)) as Made['actions'],
  }
}

/** A list that is always read as a whole. */
export const wholeList = <Row extends z.ZodMiniType>(row: Row) => ({
  response: z.object({ data: z.array(row) }),
})

/** A list that is read page by page, with filters and orders of its own. */
export const pagedList = <Row extends z.ZodMiniType, Filters extends Readonly<Record<string, z.ZodMiniType>>>(
  row: Row,
  filters: Filters,
) => ({
  query: z.object({ ...pageB, ...filters }),
  response: z.object({ data: z.array(row), meta: MetaB, timestamp: Datetime }),
})
