import { meetings } from '#api/meetings.ts'
import type { Meeting, MeetingInput } from '#contract/meetings/meetings.ts'
import type { RecordKind } from '#parts/records/record-kind.ts'

import { MeetingForm } from './meeting-form.tsx'
import {
  type MeetingValues,
  checkMeeting,
  fingerprint,
  meetingInput,
  meetingPathOf,
  meetingValues,
  mergeMeetings,
} from './meeting-values.ts'

/** Meetings, as they are scheduled and changed. */
export const meetingKind = (canEmail: boolean): RecordKind<MeetingValues, Meeting, MeetingInput> => ({
  noun: 'meeting',
  plural: 'meetings',
  createLabel: 'Schedule meeting',
  createdText: ({ invited }) =>
    invited.length > 0 ? 'Meeting scheduled and invitation queued' : 'Meeting scheduled',
  draft: 'meeting',
  ability: 'meetings.manage',
  queries: meetings,
  valuesOf: (meeting) => ({
    // Nobody is emailed about what is over.
    values: meetingValues(meeting, canEmail && Date.parse(meeting.ends_at) > Date.now()),
    version: `"${meeting.version}"`,
  }),
  check: checkMeeting,
  inputOf: meetingInput,
  pathOf: meetingPathOf,
  merge: mergeMeetings,
  fingerprint,
  form: MeetingForm,
  list: { to: '/meetings' },
  page: (id) => ({ to: '/meetings/$id', params: { id: String(id) } }),
})
