import { expect, test } from 'vitest'

import { PortalError } from './api.ts'
import { meetingProblem } from './meeting-problem.ts'

test.each([
  [new PortalError(0, 'Can’t reach the server. Try again.'), 'Can’t reach the server. Try again.'],
  [
    new PortalError(422, 'Some values are invalid', { field: 'link', detail: 'Enter a link' }),
    'Enter a link',
  ],
  [
    new PortalError(422, 'Used', { field: 'Idempotency-Key', detail: 'This Idempotency-Key was used' }),
    'What you entered first was saved, although the connection broke. Close this and reload the page to change it.',
  ],
  [
    new PortalError(409, 'The same request is already in progress', { isBusy: true }),
    'Your last attempt is still under way. Try again in a moment.',
  ],
  [
    new PortalError(409, 'This meeting was canceled'),
    'This meeting was canceled. Reload the page to see what happened.',
  ],
  [
    new PortalError(412, 'Changed'),
    'This meeting was changed in the meantime. Close this and reload the page to see it.',
  ],
])('a customer reads what went wrong with a meeting and what to do: %s', (error, text) => {
  expect(meetingProblem(error)).toBe(text)
})
