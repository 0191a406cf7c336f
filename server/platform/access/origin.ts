import type { FastifyRequest } from 'fastify'

import { clientAddress } from '#server/platform/lib/client-address.ts'

import type { Caller, PortalCaller } from './caller-types.ts'

/** Who does something and through which request, as the audit log says it. */
export interface Origin {
  readonly kind: 'staff' | 'token' | 'key' | 'customer' | 'command' | 'system' | 'anonymous'
  /** Of the person, the credential or the customer. */
  readonly id: number | null
  readonly address: string | null
  readonly requestId: string | null
}

/** The origin of work that the service does without a request. */
export const systemOrigin: Origin = { kind: 'system', id: null, address: null, requestId: null }

/** The request of a caller, or of a customer who isn't one yet. */
export const originOf = (
  caller: Caller | Pick<PortalCaller, 'kind' | 'id'>,
  request: FastifyRequest,
): Origin => ({
  kind: caller.kind,
  id: caller.kind === 'staff' ? caller.user.id : caller.id,
  requestId: request.id,
  // Most requests record nothing, so the address is parsed only for those that do.
  get address() {
    return clientAddress(request)
  },
})

/** Who an entry of the audit log says it was, where there is no `Tenant` that knows. */
export interface AuditActor {
  readonly name: string
  readonly origin: Origin
}

/** The service itself, by its configuration. */
export const systemActor: AuditActor = { name: 'Bureau', origin: systemOrigin }

/** A command on the machine of the service. */
export const commandActor: AuditActor = { name: 'Command line', origin: { ...systemOrigin, kind: 'command' } }

/** A person, in a request that proves who they are. */
export const personActor = (
  { id, name }: { readonly id: number; readonly name: string },
  request: FastifyRequest,
): AuditActor => ({
  name,
  origin: { kind: 'staff', id, address: clientAddress(request), requestId: request.id },
})

/** Someone who isn't known. */
export const anonymousActor = (request: FastifyRequest): AuditActor => ({
  name: 'Someone',
  origin: { kind: 'anonymous', id: null, address: clientAddress(request), requestId: request.id },
})
