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

export const createPortalLink = endpoint({
  ...staff,
  path: '/api/x/customers/:id/portal-link',
  text: '`{"is_emailed"}`: makes a link that lets the customer into the portal once, for 15 minutes, 201 with `link` (null where it was emailed instead), `expires_at`, and `problem` if the email failed; the link before stops working; 409 for an archived customer, and where `SMTP_URL` isn’t set; 429 after 20 in 15 minutes',
  status: 201,
  body: z.object({ is_emailed: z.boolean('is_emailed must be true or false') }),
  response: z.object({ data: PortalLink }),
})

export const createDocumentLink = endpoint({
  ...staff,
  path: '/api/x/customers/:id/document-link',
  text: '`{"kind", "id"}`: makes a link to an `invoice`, `proposal` or `contract` that the customer was sent, as in the emails about it, 201 with `link`; codes to answer with go to the customer; 409 where they don’t see it in the portal, 429 after 20 in 15 minutes',
  status: 201,
  body: z.object({
    kind: z.enum(linkedKinds, `kind must be one of ${linkedKinds.join(', ')}`),
    id: z.int('id must be that of the document').check(z.gte(1, 'id must be that of the document')),
  }),
  response: z.object({ data: z.object({ link: z.string() }) }),
})

export const viewAsCustomer = endpoint({
  ...staff,
  path: '/api/x/customers/:id/portal-view',
  text: 'lets the person see the portal as that customer in this browser, for an hour or until they sign out, without changing anything; 409 for an archived customer',
  status: 204,
  response: z.undefined(),
})

export const listPortalSessions = endpoint({
  ...staff,
  method: 'GET',
  path: '/api/x/customers/:id/portal-sessions',
  text: 'the sessions that the customer has in the portal now, the newest first, without those of people who see the portal as them: `id`, `created_at` and `expires_at`',
  response: z.object({ data: z.array(PortalLogin) }),
})

export const endPortalSessions = endpoint({
  ...staff,
  method: 'DELETE',
  path: '/api/x/customers/:id/portal-sessions',
  text: 'ends all of them; links that aren’t used yet and those in emails stop working, too',
  status: 204,
  response: z.undefined(),
})
