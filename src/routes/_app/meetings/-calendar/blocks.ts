import type { MeetingSummary } from '#contract/meetings/summary.ts'
import { localTimeOf } from '#contract/values/zoned-time.ts'
import type { Day } from '#lib/calendar.ts'

const minutesADay = 24 * 60
/** What a shorter meeting is drawn as, so that its title can be read. */
const leastMinutes = 25

/** A meeting, or the part of it that is on one day. */
export interface Block {
  readonly meeting: MeetingSummary
  /** In minutes from the beginning of the day. */
  readonly from: number
  readonly to: number
  /** Its place among those at the same time, from 0. */
  readonly column: number
  /** How many stand side by side there. */
  readonly columns: number
}

/** Returns the meetings of a day on the clock of a zone, in the order of time; those at the same time stand side by side. */
export function blocksOf(day: Day, meetings: readonly MeetingSummary[], zone: string): Block[] {
  const parts = meetings
    .flatMap((meeting) => {
      const from = minuteOf(day, meeting.starts_at, zone)
      const to = minuteOf(day, meeting.ends_at, zone)
      return from < minutesADay && to > 0
        ? [{ meeting, from, to: Math.max(to, Math.min(from + leastMinutes, minutesADay)) }]
        : []
    })
    .toSorted((a, b) => a.from - b.from || b.to - a.to || a.meeting.id - b.meeting.id)
  const blocks: Block[] = []
  let group: typeof parts = []
  let groupEnd = 0
  for (const part of parts) {
    if (part.from >= groupEnd) {
      blocks.push(...sideBySide(group))
      group = []
    }
    group.push(part)
    groupEnd = Math.max(groupEnd, part.to)
  }
  return [...blocks, ...sideBySide(group)]
}

/** Returns when it is on that day's clock, in minutes: 0 for any time before that day, 1,440 for any time after it. */
export function minuteOf(day: Day, datetime: string, zone: string): number {
  const [on = '', time = ''] = localTimeOf(Date.parse(datetime), zone).split('T')
  if (on !== day) return on < day ? 0 : minutesADay
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Each in the first column that is free by then. */
function sideBySide(group: readonly Omit<Block, 'column' | 'columns'>[]): Block[] {
  const ends: number[] = []
  const placed = group.map((part) => {
    const free = ends.findIndex((end) => end <= part.from)
    const column = free === -1 ? ends.length : free
    ends[column] = part.to
    return { ...part, column }
  })
  return placed.map((part) => ({ ...part, columns: ends.length }))
}
