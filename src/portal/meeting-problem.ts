import type { PortalError } from './api.ts'
import { asSaid, say } from './words.ts'

/** A problem with a meeting, and what to do about it. */
export function meetingProblem({
  status,
  message,
  field,
  detail,
  isBusy,
}: Pick<PortalError, 'status' | 'message' | 'field' | 'detail' | 'isBusy'>): string {
  if (isBusy) return say('Your last attempt is still under way. Try again in a moment.')
  // The key of an attempt that worked, of which no word arrived. What is sent now is something else.
  if (field === 'Idempotency-Key')
    return say(
      'What you entered first was saved, although the connection broke. Close this and reload the page to change it.',
    )
  if (status === 412)
    return say('This meeting was changed in the meantime. Close this and reload the page to see it.')
  if (status === 409) return `${asSaid(message)}. ${say('Reload the page to see what happened.')}`
  return asSaid(detail ?? message)
}
