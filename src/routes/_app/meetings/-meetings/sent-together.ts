import type { MeetingEmail } from '#contract/meetings/meetings.ts'

/** How long after each other the emails of one change can be queued, in milliseconds. */
const togetherMs = 10_000

/** Everybody gets an email of their own; those of one change that fared alike become one. Both lists have the newest first. */
export function sentTogether(emails: readonly MeetingEmail[]): MeetingEmail[] {
  const shown: MeetingEmail[] = []
  for (const email of emails) {
    const last = shown.at(-1)
    if (last && isOfSameChange(last, email)) shown.splice(-1, 1, { ...last, to: [...email.to, ...last.to] })
    else shown.push(email)
  }
  return shown
}

const isOfSameChange = (one: MeetingEmail, other: MeetingEmail): boolean =>
  (['method', 'status', 'problem', 'caused_by'] as const).every((name) => one[name] === other[name]) &&
  Date.parse(one.created_at) - Date.parse(other.created_at) < togetherMs &&
  !other.to.some((address) => one.to.includes(address))
