import type { PortalError } from './api.ts'

/** What went wrong with a meeting, and what to do about it. */
export function meetingProblem({ status, message, detail }: PortalError): string {
  if (status === 412)
    return 'This meeting was changed in the meantime. Close this and reload the page to see it.'
  if (status === 409) return `${message}. Reload the page to see what happened.`
  return detail ?? message
}
