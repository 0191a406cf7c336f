import type { FastifyReply, FastifyRequest } from 'fastify'

import type { AnswerLink } from '#contract/documents/documents.ts'
import type { LinkedDocument } from '#contract/portal/portal.ts'
import type { Action } from '#contract/values/permissions.ts'
import type { Ability } from '#contract/wire/endpoint.ts'

/** The connection of an account to another service, as it was when its caller was looked up. */
export interface ConnectionRef {
  readonly id: number
  readonly version: number
}

/** A signed-in person, in the account they work in now. */
export interface StaffCaller {
  readonly kind: 'staff'
  readonly sessionId: number
  readonly user: { readonly id: number; readonly name: string; readonly email: string }
  readonly account: number
  /** Null where the person is not in the account that the request names: known, and allowed nothing. */
  readonly role: string | null
  readonly abilities: readonly Ability[]
  /** The account requires a second factor that the person doesn't have: they see nothing of it. */
  readonly needsTwoFactor: boolean
  /** Where the records of the account are, if not here. */
  readonly connection: ConnectionRef | null
}

/** A session in an account, in a role: an open stream lasts as long as all three hold. */
export type SessionAccess = Pick<StaffCaller, 'sessionId' | 'account' | 'role'>

/** An integration, by its API token (V1) or key (B). */
export interface IntegrationCaller {
  readonly kind: 'token' | 'key'
  readonly id: number
  readonly name: string
  readonly account: number
  /** A key has all of Surface B whatever these are; they count on Surface X. */
  readonly abilities: readonly Ability[]
  readonly rateLimit: number
  /** When it stops working, as a wire datetime; null for never. */
  readonly expiresAt: string | null
  /** Where the records of the account are, if not here. */
  readonly connection: ConnectionRef | null
}

/** The document that a session sees alone, because it began with the link to it. */
export interface OnlyDocument extends LinkedDocument {
  readonly linkId: number
  /** The addresses that the link went to, or that codes go to. */
  readonly recipients: readonly string[]
  /** They have entered a code that was emailed to where the link went. */
  readonly isConfirmed: boolean
}

/** A customer in the portal, or a person of the business who sees it as that customer. No other endpoint knows one. */
export interface PortalCaller {
  readonly kind: 'customer'
  readonly sessionId: number
  /** The customer. */
  readonly id: number
  readonly name: string
  readonly email: string
  readonly account: number
  readonly permissions: readonly Action[]
  /** As a wire datetime. */
  readonly expiresAt: string
  /** Who sees it as the customer, and can change nothing. */
  readonly viewedBy: string | null
  /** The link that their session began with, if that was kept. */
  readonly link: AnswerLink | null
  /** Null where they see everything that is shared with them. */
  readonly document: OnlyDocument | null
}

/** Who sends a request. */
export type Caller = StaffCaller | IntegrationCaller

/** Looks a staff session up by the request's cookie; the reply gets that cookie when it is renewed. */
export type FindSession = (request: FastifyRequest, reply: FastifyReply) => Promise<StaffCaller | undefined>
