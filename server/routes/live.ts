import type { FastifyInstance, FastifyRequest } from 'fastify'

import { type LiveChange, watchChanges } from '#contract/deliveries.ts'
import type { Ability } from '#contract/endpoint.ts'

import { type StaffCaller, asStaff } from '../caller.ts'
import { ChangeStream } from '../change-stream.ts'
import { Refusal } from '../errors.ts'
import { mount } from '../mount.ts'
import type { Services } from '../services.ts'

const beatEveryMs = 15_000
const beatsBetweenChecks = 2
/** A browser opens six connections to one origin; screens that listen must leave it some to ask with. */
const mostStreams = 4

const abilityFor: Record<LiveChange['topic'], Ability | null> = {
  webhooks: 'settings.manage',
  deliveries: 'settings.manage',
  contacts: 'contacts.view',
  customers: null,
  invoices: null,
}

/** What changes in the account, while it changes. Surface X. */
export function liveChanges(app: FastifyInstance, services: Services): void {
  const open = new Map<ChangeStream, number>()
  // Streams never end by themselves, and a service that stops waits for its requests.
  app.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.finish()
  })

  mount(app, services, watchChanges, async ({ caller, request, reply }) => {
    const staff = asStaff(caller)
    const mine = [...open.values()].filter((session) => session === staff.sessionId)
    if (mine.length >= mostStreams) {
      throw new Refusal('RATE_LIMITED', 'Too many open screens listen for changes; this one asks by itself')
    }
    const stream = new ChangeStream()
    open.set(stream, staff.sessionId)
    const stopListening = services.live.subscribe(staff.account, (change) => {
      const ability = abilityFor[change.topic]
      if (ability === null || staff.abilities.includes(ability)) stream.tell(change)
    })
    const stopBeating = beat(stream, () => isStill(staff, request, services))
    stream.once('close', () => {
      stopListening()
      stopBeating()
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

function beat(stream: ChangeStream, isWelcome: () => Promise<boolean>): () => void {
  let beats = 0
  const timer = setInterval(() => {
    stream.beat()
    beats += 1
    if (beats % beatsBetweenChecks > 0) return
    void isWelcome()
      .catch(() => false)
      .then((is) => (is ? undefined : stream.finish()))
  }, beatEveryMs)
  return () => clearInterval(timer)
}

/** Whether the session is still there, in the same account and with the same role. */
async function isStill(caller: StaffCaller, request: FastifyRequest, { staff }: Services): Promise<boolean> {
  const found = await staff.findSession(request)
  return found?.account === caller.account && found.role === caller.role
}
