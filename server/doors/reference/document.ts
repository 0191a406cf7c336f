import type * as z from 'zod/mini'

import type { ApiDocument } from '#contract/wire/api-reference.ts'
import { BError } from '#contract/wire/surface.ts'

import { b } from './b.ts'
import { componentTexts, components } from './components.ts'
import type { Description } from './description.ts'
import { describeEvents } from './events.ts'
import { extensionComponents, extensionOperations } from './extensions.ts'
import { type Component, type JsonSchema, type Texts, SchemaWriter } from './json-schema.ts'
import {
  type OperationParts,
  headerComponents,
  pathTemplate,
  writeErrors,
  writeOperation,
} from './operation.ts'
import { type Topic, eventTopic, extensionTopics, topics } from './topics.ts'
import { v1 } from './v1.ts'

/** Writes the descriptions of the API in the form of OpenAPI 3.1. */

const groups: readonly Topic[] = [
  { name: 'Contacts', description: 'People, on Surface V1. Each customer has a contact.' },
  { name: 'Webhooks', description: 'Endpoints that receive events, on Surface V1.' },
  { name: 'Customers', description: 'Customers with their custom fields, notes and activity, on Surface B.' },
  { name: 'Custom fields', description: 'What the account asks of its customers, on Surface B.' },
  { name: 'Services and products', description: 'The catalog, on Surface B.' },
  { name: 'Invoices', description: 'Invoices with their lines, on Surface B.' },
]

/** Descriptions of Surfaces V1 and B, by the id of each operation. */
export const descriptions: readonly Description[] = [...v1, ...b]

/** Fields of the envelopes. */
const envelope: Readonly<Record<string, string | JsonSchema>> = {
  timestamp: { description: 'When the response was made.', format: 'date-time' },
  secret: 'The signing secret. It’s never returned again.',
  deliveries: 'Up to ten of its most recent deliveries, newest first.',
}

const texts: Texts = new Map<z.ZodMiniType, Readonly<Record<string, string | JsonSchema>>>([
  ...componentTexts,
  ...descriptions.map(({ endpoint, sends }) => [sends ?? endpoint.response, envelope] as const),
  [
    BError,
    { error: 'What went wrong.', timestamp: { description: 'When it happened.', format: 'date-time' } },
  ],
  [
    BError.shape.error,
    {
      message: 'What is wrong.',
      code: 'What kind of error it is, for programs.',
      details: 'Texts by the name of the rejected value.',
    },
  ],
])

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'An API token, for Surface V1.' },
  key: { type: 'http', scheme: 'bearer', description: 'An API key, for Surface B and the extensions.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'bureau.session_token',
    description:
      'The session of a person who is signed in to the dashboard. Writes must come from its own pages.',
  },
  portal: {
    type: 'apiKey',
    in: 'cookie',
    name: 'bureau.portal',
    description: 'The session of a customer in the portal. Writes must come from its own pages.',
  },
} as const

const topicTags = (chapters: readonly Topic[]) => chapters.map((topic) => ({ ...topic, 'x-traitTag': true }))

interface Parts {
  readonly title: string
  readonly summary: string
  readonly address: string
  readonly operations: readonly OperationParts[]
  readonly tags: readonly Topic[]
  readonly tagGroups: readonly { name: string; tags: readonly string[] }[]
  readonly schemes: readonly (keyof typeof securitySchemes)[]
  readonly components: readonly Component[]
  readonly errors: readonly ('v1' | 'b')[]
  readonly hasEvents: boolean
}

function write(parts: Parts): ApiDocument {
  const writer = new SchemaWriter(parts.components, texts)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of parts.operations) {
    const { method, path } = operation.endpoint
    const item = (paths[pathTemplate(path)] ??= {})
    item[method.toLowerCase()] = writeOperation(writer, operation)
  }
  const webhooks = parts.hasEvents && describeEvents(writer, eventTopic.name)
  const errors = writeErrors(writer, parts.errors)
  return {
    openapi: '3.1.1',
    info: { title: parts.title, summary: parts.summary, version: '1' },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: parts.address }],
    tags: parts.tags.map((tag) => ({ ...tag })),
    'x-tagGroups': parts.tagGroups.map(({ name, tags }) => ({ name, tags: [...tags] })),
    paths,
    ...(webhooks && { webhooks }),
    components: {
      schemas: { ...errors, ...writer.components() },
      headers: headerComponents,
      securitySchemes: Object.fromEntries(parts.schemes.map((name) => [name, securitySchemes[name]])),
    },
  }
}

/** The document of Surfaces V1 and B and of the events. `address` is the origin of the service. */
export function writeApiDocument(address: string): ApiDocument {
  return write({
    title: 'Bureau API',
    summary: 'Contacts, webhooks, customers, the catalog and invoices.',
    address,
    operations: descriptions.map(({ group, text, query = {}, errors = {}, ...rest }) => ({
      tag: group,
      text,
      query,
      errors,
      isVersioned: false,
      ...rest,
    })),
    tags: [...topicTags(topics), ...groups, ...topicTags([eventTopic])],
    tagGroups: [
      { name: 'Getting started', tags: topics.map(({ name }) => name) },
      { name: 'Surface V1', tags: [...new Set(v1.map(({ group }) => group))] },
      { name: 'Surface B', tags: [...new Set(b.map(({ group }) => group))] },
      { name: 'Receiving events', tags: [eventTopic.name] },
    ],
    schemes: ['token', 'key'],
    components,
    errors: ['v1', 'b'],
    hasEvents: true,
  })
}

/** The document of Surface X. */
export async function writeExtensionsDocument(address: string): Promise<ApiDocument> {
  const operations = extensionOperations(descriptions)
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  return write({
    title: 'Bureau extensions',
    summary: 'What the service offers beyond its specification.',
    address,
    operations,
    tags: [...topicTags(extensionTopics), ...tags.map((name) => ({ name, description: '' }))],
    tagGroups: [
      { name: 'Getting started', tags: extensionTopics.map(({ name }) => name) },
      { name: 'Endpoints', tags },
    ],
    schemes: ['key', 'session', 'portal'],
    components: await extensionComponents(),
    errors: ['b'],
    hasEvents: false,
  })
}
