import * as z from 'zod/mini'

import { endpoint } from './endpoint.ts'

/** Descriptions of the API in the form of OpenAPI 3.1. */

const anything = z.record(z.string(), z.unknown())

/** A document; what is inside is for tools that know the format. */
export const ApiDocument = z.object({
  openapi: z.string(),
  jsonSchemaDialect: z.string(),
  info: anything,
  servers: z.array(z.object({ url: z.string() })),
  tags: z.array(anything),
  /** How readers group the tags, as Redocly and Scalar understand it. */
  'x-tagGroups': z.array(z.object({ name: z.string(), tags: z.array(z.string()) })),
  /** Operations by path and method. */
  paths: z.record(z.string(), anything),
  /** Events by name. */
  webhooks: z.optional(anything),
  components: anything,
})
export type ApiDocument = z.infer<typeof ApiDocument>

export const showApiDocument = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/openapi.json',
  text: 'Surfaces V1 and B and the events in the form of OpenAPI 3.1, with an `ETag`',
  access: 'public',
  response: ApiDocument,
})

export const showExtensionsDocument = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/openapi.json',
  text: 'Surface X in the form of OpenAPI 3.1, with an `ETag`',
  response: ApiDocument,
})
