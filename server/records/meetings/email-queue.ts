import type { Queue } from '#server/outgoing/mail/queue.ts'

import { meetingEmailObstacle, recordMeetingEmail } from './invitations.ts'

/** Invitations to meetings, changes and cancellations. */
export const meetingQueue: Queue<'meeting'> = {
  about: 'meeting',
  topic: 'meetings',
  hasPdf: false,
  obstacle: meetingEmailObstacle,
  readParts: async (_needs, _tenant, { kind, calendar }) => ({
    attachments: [],
    calendar: { method: kind, text: calendar },
  }),
  record: recordMeetingEmail,
}
