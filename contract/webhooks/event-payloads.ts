import * as z from 'zod/mini'

import { Contract, DocumentAnswer, Proposal } from '../documents/documents.ts'
import { Meeting } from '../meetings/meetings.ts'

/** Payloads of events that differ from what endpoints return. */

/** Without who signed for the business, and without what is evidence: addresses, devices, links and hashes. */
const answer = z.nullable(
  z.pick(DocumentAnswer, { kind: true, name: true, note: true, recorded_by: true, at: true }),
)
const pageAlone = {
  sender: true,
  look: true,
  version: true,
  sections: true,
  attachments: true,
  viewed_at: true,
} as const

export const ProposalEvent = z.extend(z.omit(Proposal, { ...pageAlone, conversions: true }), { answer })
export type ProposalEvent = z.infer<typeof ProposalEvent>
export const ContractEvent = z.extend(z.omit(Contract, { ...pageAlone, signers: true }), { answer })
export type ContractEvent = z.infer<typeof ContractEvent>

export const MeetingEvent = z.omit(Meeting, { version: true, invited: true, attendee_count: true })
export type MeetingEvent = z.infer<typeof MeetingEvent>
