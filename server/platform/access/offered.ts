import type { Endpoint } from '#contract/wire/endpoint.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import type { Caller } from './caller-types.ts'

/** The parts of Surface X that don't read records of the account. */
const own =
  /^\/api\/x\/(?:live|members|invitations|two-factor-requirement|audit-log|audit-log\.csv|views|connection|media|openapi\.json)(?:\/|$)/

/** Whether an endpoint of Surface X works in a connected account. */
export const isOwn = ({ about, path }: Pick<Endpoint, 'about' | 'path'>): boolean =>
  about === 'person' || own.test(path)

/**
 * Throws 404 for what would show or change records that aren't here, and for integrations: the credentials they need are
 * those of the other service.
 */
export function rejectWhatIsElsewhere(caller: Caller, endpoint: Endpoint): void {
  if (caller.kind !== 'staff')
    throw new HttpError('NOT_FOUND', 'The records of this account are on another service; call that one')
  if (endpoint.surface === 'x' && !isOwn(endpoint)) throw new HttpError('NOT_FOUND')
}
