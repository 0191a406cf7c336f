import type { FastifyInstance } from 'fastify'

import { listEventTypes } from '#contract/events.ts'
import type { Services } from '#server/context.ts'
import { eventSamples } from '#server/delivery/samples.ts'
import { mount } from '#server/http/mount.ts'

export function eventTypes(app: FastifyInstance, services: Services): void {
  mount(app, services, listEventTypes, async () => ({ data: eventSamples() }))
}
