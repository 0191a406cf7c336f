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

/** Surfaces V1 and B, and the events. Public, like the specification: tools read it without a credential. */
export const showApiDocument = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/openapi.json',
  access: 'public',
  response: ApiDocument,
})

/** Surface X, for callers of it. */
export const showExtensionsDocument = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/openapi.json',
  response: ApiDocument,
})
