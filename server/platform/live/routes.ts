import type { FastifyInstance } from 'fastify'

import type { Ability } from '#contract/wire/endpoint.ts'
import { type LiveChange, longestRecentMs, watchChanges } from '#contract/wire/live.ts'
import type { Context } from '#server/context.ts'
import type { SessionAccess, StaffCaller } from '#server/platform/access/caller-types.ts'
import { asStaff } from '#server/platform/access/caller.ts'
import { mount } from '#server/platform/http/mount.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { ChangeStream } from './stream.ts'

const heartbeatMs = 15_000
/** A stream outlives its session, or the person's role, by this at most, plus the time of one query. */
const checkEveryMs = 1_000
/** A browser opens six connections to one origin; screens that listen must leave it some to ask with. */
const mostOfSession = 4
/** However many sessions a person has in an account. */
const mostOfPerson = 12

const abilityFor: Record<LiveChange['topic'], Ability | null> = {
  webhooks: 'settings.manage',
  deliveries: 'settings.manage',
  contacts: 'contacts.view',
  customers: null,
  'custom-fields': null,
  services: null,
  invoices: null,
  documents: null,
  templates: null,
  meetings: null,
  imports: null,
  company: null,
  people: 'members.manage',
  credentials: 'credentials.manage',
  notifications: null,
  views: null,
}

/** Streams changes in the account as they happen. Surface X. */
export function liveChanges(app: FastifyInstance, context: Context): void {
  const open = new Map<ChangeStream, StaffCaller>()
  // Streams never end on their own, and a stopping service waits for its requests.
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.finish()
  })
  const watch = endRevokedStreams(open, context.staff)

  mount(app, context, watchChanges, async ({ caller, query, reply }) => {
    const staff = asStaff(caller)
    const mine = [...open.values()].filter(
      ({ user, account }) => user.id === staff.user.id && account === staff.account,
    )
    const ofSession = mine.filter(({ sessionId }) => sessionId === staff.sessionId)
    // Streams leave as many connections to everything else.
    const isFull = open.size >= app.server.maxConnections / 2
    if (isFull || mine.length >= mostOfPerson || ofSession.length >= mostOfSession) {
      throw new HttpError('RATE_LIMITED', 'Too many live connections')
    }
    const stream = new ChangeStream()
    open.set(stream, staff)
    watch()
    const tell = (change: LiveChange) => {
      const ability = abilityFor[change.topic]
      if (ability === null || staff.abilities.includes(ability)) stream.enqueue(change)
    }
    const unsubscribe = context.live.subscribe(staff.account, tell)
    const recentMs = Math.min(query.recent_ms ?? 0, longestRecentMs)
    if (recentMs > 0)
      for (const topic of context.live.changedWithin(staff.account, recentMs)) tell({ topic, id: null })
    const heartbeat = setInterval(() => stream.heartbeat(), heartbeatMs)
    stream.once('close', () => {
      unsubscribe()
      clearInterval(heartbeat)
      open.delete(stream)
    })
    // A HEAD request gets no stream, so nothing else would end it.
    reply.raw.once('close', () => stream.destroy())
    return reply
      .headers({ 'x-accel-buffering': 'no', connection: 'close' })
      .type('text/event-stream; charset=utf-8')
      .send(stream)
  })
}

/**
 * Returns a function that starts looking after the open streams, until none is left: those whose session has ended, or
 * whose person has lost that role in the account, are ended. One query for all of them. The change may have been made by
 * a command or another process, so in-process notifications are not enough.
 */
function endRevokedStreams(
  open: ReadonlyMap<ChangeStream, SessionAccess>,
  staff: Context['staff'],
): () => void {
  let timer: NodeJS.Timeout | undefined
  const check = async () => {
    const ended = await staff.ended([...open.values()]).catch(() => undefined)
    for (const [stream, watched] of open) {
      // Streams that cannot be checked end too; open screens connect again.
      if (!ended || ended.has(watched)) stream.finish()
    }
    timer = open.size > 0 ? setTimeout(() => void check(), checkEveryMs).unref() : undefined
  }
  return () => {
    timer ??= setTimeout(() => void check(), checkEveryMs).unref()
  }
}
