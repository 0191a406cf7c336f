import type { Kysely } from 'kysely'

import type { MeetingAnswerInput, MeetingAnswered } from '#contract/meetings/answers.ts'
import type { PartNeeds } from '#server/outgoing/mail/queue.ts'
import { linkTokenHash } from '#server/platform/access/link-token.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Database } from '#server/platform/db/database.ts'
import { isIn } from '#server/platform/db/prepared.ts'
import { now } from '#server/platform/lib/clock.ts'
import { derivedSecret } from '#server/platform/lib/seal.ts'

/** Who is invited to which meeting. */
interface Invited {
  readonly id: number
  readonly address: string
}

/** Returns the link with which somebody answers their invitation: the same in every email about the meeting. */
export async function answerLink(
  { sealKey, publicUrl }: Pick<PartNeeds, 'sealKey' | 'publicUrl'>,
  tenant: Tenant,
  { id, uid, address }: Invited & { readonly uid: string },
): Promise<string> {
  const token = derivedSecret(sealKey, `answer to meeting ${uid} ${address.toLowerCase()}`)
  await store(tenant, { id, address }, { token_hash: linkTokenHash(token) })
  // In the fragment, which no server and no log gets to see.
  return `${publicUrl()}/portal#invitation=${token}`
}

/** Returns the invitation that a link with that secret is for, in whatever account it is. */
export const findInvitation = (db: Kysely<Database>, token: string) =>
  db
    .selectFrom('meeting_answers')
    .select(['id', 'account_id', 'meeting_id', 'address'])
    .where('token_hash', '=', linkTokenHash(token))
    .executeTakeFirst()

/** What the owner of an address answered about a meeting. */
export type AnswerOf = (meeting: number, address: string) => MeetingAnswered

/** Reads what was answered about those meetings. */
export async function readAnswers(tenant: Tenant, meetings: readonly number[]): Promise<AnswerOf> {
  const rows = await tenant
    .select('meeting_answers')
    .select(['meeting_id', 'address', 'answer', 'note'])
    .where(isIn(tenant.dialect, 'meeting_id', JSON.stringify(meetings)))
    .execute()
  const answers = new Map(
    rows.map(({ meeting_id, address, answer, note }) => [`${meeting_id} ${address}`, { answer, note }]),
  )
  return (meeting, address) =>
    answers.get(`${meeting} ${address.toLowerCase()}`) ?? { answer: null, note: '' }
}

export const keepAnswer = (tenant: Tenant, invited: Invited, answered: MeetingAnswerInput): Promise<void> =>
  store(tenant, invited, { ...answered, answered_at: now() })

/** Forgets what was answered about an earlier time of the meeting; the links stay. */
export async function forgetAnswers(tenant: Tenant, meeting: number): Promise<void> {
  await tenant
    .update('meeting_answers')
    .set({ answer: null, note: '', answered_at: null })
    .where('meeting_id', '=', meeting)
    .execute()
}

async function store(
  tenant: Tenant,
  { id, address }: Invited,
  columns: { readonly token_hash: string } | (MeetingAnswerInput & { readonly answered_at: string }),
): Promise<void> {
  const key = { meeting_id: id, address: address.toLowerCase() }
  await tenant.insertNew('meeting_answers', [{ ...key, token_hash: null, answer: null }])
  await tenant
    .update('meeting_answers')
    .set(columns)
    .where('meeting_id', '=', key.meeting_id)
    .where('address', '=', key.address)
    .execute()
}
