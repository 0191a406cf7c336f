import type { FastifyInstance } from 'fastify'

import { listEventTypes } from '#contract/webhooks/events.ts'
import type { Context } from '#server/context.ts'
import { eventSamples } from '#server/outgoing/delivery/samples.ts'
import { mount } from '#server/platform/http/mount.ts'

/** Mounts the list of events with their samples. Surface X. */
export function eventTypes(app: FastifyInstance, context: Context): void {
  mount(app, context, listEventTypes, async () => ({ data: eventSamples() }))
}
