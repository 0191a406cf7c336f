import { answerText } from '#contract/email-texts/meeting-email-texts.ts'
import type { Queue } from '#server/outgoing/mail/queue.ts'
import { readCompany } from '#server/records/company/versions.ts'
import { readLogo } from '#server/records/invoices/pdf.ts'

import { answerLink } from './answers.ts'
import { isSameAddress } from './attendees.ts'
import { meetingEmailObstacle, readReaders, recordMeetingEmail } from './invitations.ts'
import { readRow } from './rows.ts'

/** Invitations to meetings, changes and cancellations. */
export const meetingQueue: Queue<'meeting'> = {
  about: 'meeting',
  topic: 'meetings',
  hasPdf: false,
  obstacle: meetingEmailObstacle,
  async readParts(needs, tenant, { about_id, kind, calendar, recipients }) {
    const row = await readRow(tenant, about_id)
    // Earlier versions sent one email to everybody.
    const [address = '', ...others] = JSON.parse(recipients) as string[]
    const readerOf = await readReaders(tenant, row)
    const { language } = readerOf(address)
    const isAsked =
      kind === 'REQUEST' && others.length === 0 && !isSameAddress(address, row.organizer_email ?? '')
    return {
      language,
      attachments: [],
      calendar: { method: kind, text: calendar },
      logo: await readLogo(needs, await readCompany(tenant)),
      action: isAsked
        ? { label: answerText(language), url: await answerLink(needs, tenant, { ...row, address }) }
        : undefined,
    }
  },
  record: recordMeetingEmail,
}
