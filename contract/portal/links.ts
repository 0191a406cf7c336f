import * as z from 'zod/mini'

import { linkedKinds } from '../documents/linked-kinds.ts'
import { endpoint } from '../wire/endpoint.ts'
import { Datetime, idParams } from '../wire/surface.ts'

/** Surface X: how staff let customers into the portal. */

/** A new link to the portal. */
export const PortalLink = z.object({
  /** Shown once; null where it was emailed instead. */
  link: z.nullable(z.string()),
  expires_at: Datetime,
  /** Why it wasn’t emailed, although that was asked for. */
  problem: z.nullable(z.string()),
})
export type PortalLink = z.infer<typeof PortalLink>

/** A session of a customer in the portal. */
export const PortalLogin = z.object({
  id: z.int(),
  /** When they followed their link. */
  created_at: Datetime,
  expires_at: Datetime,
})
export type PortalLogin = z.infer<typeof PortalLogin>

const staff = {
  surface: 'x',
  method: 'POST',
  access: 'staff',
  ability: 'customers.manage',
  record: 'customers',
  params: idParams,
} as const

/**
 * Makes a link that lets the customer into the portal, once and for 15 minutes; the one before stops working. With `is_emailed`
 * it’s sent to the customer. 409 for an archived customer, and where the service can’t email. 429 after too many.
 */
export const createPortalLink = endpoint({
  ...staff,
  path: '/api/x/customers/:id/portal-link',
  status: 201,
  body: z.object({ is_emailed: z.boolean('is_emailed must be true or false') }),
  response: z.object({ data: PortalLink }),
})

/**
 * Makes a link to one document that the customer was sent, as in emails about it, for a person to pass on; codes to answer with go to
 * the customer. 409 where the customer doesn’t see the document, and as above. 429 after too many.
 */
export const createDocumentLink = endpoint({
  ...staff,
  path: '/api/x/customers/:id/document-link',
  status: 201,
  body: z.object({
    kind: z.enum(linkedKinds, `kind must be one of ${linkedKinds.join(', ')}`),
    id: z.int('id must be that of the document').check(z.gte(1, 'id must be that of the document')),
  }),
  response: z.object({ data: z.object({ link: z.string() }) }),
})

/** Lets the caller see the portal as that customer in this browser, for an hour, without changing anything. 409 as above. */
export const viewAsCustomer = endpoint({
  ...staff,
  path: '/api/x/customers/:id/portal-view',
  status: 204,
  response: z.undefined(),
})

/** The sessions that the customer has now, the newest first; without those of people who see the portal as them. */
export const listPortalSessions = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/x/customers/:id/portal-sessions',
  response: z.object({ data: z.array(PortalLogin) }),
})

/** Ends all of them; a link that the customer hasn’t used yet stops working, too. */
export const endPortalSessions = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/api/x/customers/:id/portal-sessions',
  status: 204,
  response: z.undefined(),
})
