import type { FastifyInstance } from 'fastify'

import { listEventTypes } from '#contract/events.ts'

import { eventSamples } from '../delivery/samples.ts'
import { mount } from '../mount.ts'
import type { Services } from '../services.ts'

export function eventTypes(app: FastifyInstance, services: Services): void {
  mount(app, services, listEventTypes, async () => ({ data: eventSamples() }))
}
