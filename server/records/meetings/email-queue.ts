import type { Selectable } from 'kysely'

import type { Queue } from '#server/outgoing/mail/queue.ts'
import type { MeetingEmailTable } from '#server/platform/db/tables/meetings.ts'

import { meetingEmailObstacle, recordMeetingEmail } from './invitations.ts'

/** Invitations to meetings, changes and cancellations. */
export const meetingQueue: Queue<Selectable<MeetingEmailTable>> = {
  table: 'meeting_emails',
  hasPdf: false,
  obstacle: meetingEmailObstacle,
  readParts: async (_needs, _tenant, { method, calendar: text }) => ({
    attachments: [],
    links: '',
    calendar: { method, text },
  }),
  record: recordMeetingEmail,
  changeOf: ({ meeting_id }) => ({ topic: 'meetings', id: meeting_id }),
}
