import type * as z from 'zod/mini'

import type { Action } from '../values/permissions.ts'

/** `v1` and `b` are the two surfaces of the specification; `x` is our own addition beside them. */
export type Surface = 'v1' | 'b' | 'x'

/** Abilities of callers. Tokens carry a list of these; a staff session has those of its role; an API key has all of Surface B. */
export const abilities = [
  'settings.manage',
  'contacts.view',
  'contacts.manage',
  'customers.manage',
  'services.manage',
  'invoices.manage',
  'proposals.manage',
  'contracts.manage',
  'meetings.manage',
  'members.manage',
  'owners.manage',
  'credentials.manage',
  'audit.view',
] as const
export type Ability = (typeof abilities)[number]

/** Abilities that only people have: no token or key ever gets these. */
export const staffAbilities: readonly Ability[] = [
  'members.manage',
  'owners.manage',
  'credentials.manage',
  'audit.view',
]

/** The HTTP methods in use. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** How the request's body travels. `multipart` is customer creation alone; see `multipart.ts`. */
export type BodyType = 'none' | 'json' | 'multipart'

/** Kinds of records that the `:id` of a path names, and whether they have a `version` for `If-Match`. */
export const hasVersion = {
  bank_payments: true,
  contacts: true,
  credentials: true,
  credit_notes: false,
  custom_fields: true,
  customer_changes: false,
  customer_deletions: false,
  customer_merges: false,
  customers: true,
  deleted_customers: false,
  deliveries: false,
  document_files: false,
  documents: true,
  emails: false,
  imports: false,
  invitations: false,
  invoice_payments: false,
  invoice_schedules: true,
  invoice_templates: true,
  invoices: true,
  meetings: true,
  memberships: false,
  notes: true,
  plans: true,
  saved_views: true,
  services: true,
  subscriptions: false,
  template_files: false,
  templates: true,
  webhooks: false,
} as const
export type RecordName = keyof typeof hasVersion

/**
 * An endpoint is a value: the service mounts it, the client calls it, the tests loop over it.
 *
 * `path` uses `:name` for parameters. `access` says who may call: `public` (nobody signed in yet), `staff` (a session
 * only), `any` (the credential of the surface, or a session) or `portal` (a customer in the portal alone; their
 * permissions have to grant `permission`). `about` says whether it shows or changes something of
 * the account, or of the signed-in person alone: the latter works before they have the second factor that the account
 * requires. `record` is what its `:id` names. `status` is the success status. What only the service reads of it isn’t a part
 * of the dashboard (`vite/lean-contract.ts`).
 */
export interface Endpoint<
  P extends z.ZodMiniType = z.ZodMiniType,
  Q extends z.ZodMiniType = z.ZodMiniType,
  B extends z.ZodMiniType = z.ZodMiniType,
  R extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly surface: Surface
  readonly method: Method
  readonly path: string
  readonly record: RecordName | null
  readonly access: 'public' | 'staff' | 'any' | 'portal'
  readonly about: 'account' | 'person'
  readonly ability: Ability | null
  readonly permission: Action | null
  readonly bodyType: BodyType
  readonly status: number
  /**
   * Of Surface X: what it is for, in `docs/surface-x.md` and the API’s description, which add what follows from the rest. V1 and B
   * are described in `server/doors/reference/`.
   */
  readonly text: string
  /** Whether `If-Match` has to name the version of the record that was read. */
  readonly needsVersion: boolean
  /** Whether it takes an `Idempotency-Key`. */
  readonly isIdempotent: boolean
  readonly params?: P
  readonly query?: Q
  readonly body?: B
  readonly response: R
}

type Draft<
  P extends z.ZodMiniType,
  Q extends z.ZodMiniType,
  B extends z.ZodMiniType,
  R extends z.ZodMiniType,
  Path extends string,
> = Pick<Endpoint<P, Q, B, R>, 'surface' | 'method' | 'params' | 'query' | 'body' | 'response'> &
  Partial<
    Pick<
      Endpoint<P, Q, B, R>,
      | 'access'
      | 'about'
      | 'ability'
      | 'permission'
      | 'bodyType'
      | 'status'
      | 'text'
      | 'needsVersion'
      | 'isIdempotent'
    >
  > & {
    readonly path: Path
  } & (Path extends `${string}/:id${string}` ? { readonly record: RecordName } : { readonly record?: never })

/** Declares an endpoint. Defaults: any caller of the surface, no ability, JSON when there is a body, status 200. */
export function endpoint<
  P extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Q extends z.ZodMiniType = z.ZodMiniType<undefined>,
  B extends z.ZodMiniType = z.ZodMiniType<undefined>,
  R extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Path extends string = string,
>(draft: Draft<P, Q, B, R, Path>): Endpoint<P, Q, B, R> {
  return {
    access: 'any',
    about: 'account',
    ability: null,
    permission: null,
    record: null,
    bodyType: draft.body ? 'json' : 'none',
    status: 200,
    text: '',
    needsVersion: false,
    isIdempotent: false,
    ...draft,
  }
}
