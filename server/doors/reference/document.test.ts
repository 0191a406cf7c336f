import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'

import { all } from '#contract/all.ts'
import { businessKeys, customerPart } from '#contract/customers/customers.ts'
import { actions } from '#contract/values/permissions.ts'
import { eventTypes } from '#contract/webhooks/events.ts'
import { parseName } from '#contract/wire/multipart.ts'
import { DocumentedSchemas } from '#server/tools/testing/documented.ts'

import { customerForm } from './customer-form.ts'
import { descriptions, writeApiDocument, writeExtensionsDocument } from './document.ts'
import type { JsonSchema } from './json-schema.ts'

interface Operation {
  readonly operationId: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly { name: string; in: string; description?: string }[]
  readonly requestBody?: { content: Record<string, { schema: JsonSchema; example?: unknown }> }
  readonly responses: Record<string, { content?: Record<string, { example?: unknown }> }>
}

const address = 'https://bureau.example'
const documents = { api: writeApiDocument(address), extensions: await writeExtensionsDocument(address) }
const named = Object.entries(documents)
const operationsOf = ({ paths }: { paths: Record<string, unknown> }) =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      pointer: `/paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}`,
      operation,
    })),
  )
const schemas = new DocumentedSchemas(documents)

test.each(named)('the document of the %s is valid OpenAPI 3.1', async (_name, document) => {
  const result = await new Validator().validate(structuredClone(document) as Record<string, unknown>)
  expect(result).toEqual({ valid: true })
})

test.each(named)('every reference within the document of the %s leads somewhere', (_name, document) => {
  const text = JSON.stringify(document)
  const references = [...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path = '']) => path.split('/'))
  expect(references.length).toBeGreaterThan(50)
  for (const path of references) {
    const target = path.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], document)
    expect(target, path.join('/')).toBeTypeOf('object')
  }
})

test('every endpoint is in one of the documents, under a name of its own', () => {
  const operations = named.flatMap(([, document]) => operationsOf(document))
  expect(operations.map(({ name }) => name).toSorted()).toEqual(
    all.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`).toSorted(),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => !/^[a-z][a-zA-Z]+$/.test(id))).toEqual([])
  // Programs call them by these names, wherever the contract declares them.
  expect(ids).toEqual(
    expect.arrayContaining(['listProposalEmails', 'attachToContract', 'signPortalContract']),
  )
})

test.each(named)('every endpoint and every chapter of the %s is described', (_name, document) => {
  const operations = operationsOf(document)
  expect(operations.filter(({ operation }) => operation.description === '').map(({ name }) => name)).toEqual(
    [],
  )
  const tags = new Set((document['tags'] as { name: string }[]).map(({ name }) => name))
  const grouped = (document['x-tagGroups'] as { tags: string[] }[]).flatMap((group) => group.tags)
  expect(grouped.toSorted()).toEqual([...tags].toSorted())
  for (const { operation } of operations) expect(tags).toContain(operation.tags[0])
})

test('every parameter and every field of Surfaces V1 and B is described', () => {
  const parameters = operationsOf(documents.api).flatMap(({ name, operation }) =>
    operation.parameters.filter(({ description }) => !description).map((one) => `${name} ${one.name}`),
  )
  expect(parameters).toEqual([])
  const components = (documents.api['components'] as { schemas: Record<string, JsonSchema> }).schemas
  // The same object as on Surface X, which describes it in its table.
  const { CreditNote: _creditNote, ...described } = components
  const fields = Object.entries(described).flatMap(([name, schema]) =>
    Object.entries(schema.properties ?? {}).flatMap(([key, field]) =>
      field.description === undefined ? [`${name}.${key}`] : [],
    ),
  )
  expect(fields).toEqual([])
})

test('what a query may contain is described by what it means, not by its text', () => {
  const services = operationsOf(documents.api).find(({ name }) => name === 'GET /api/services/')
  const parameters = services?.operation.parameters as unknown as { name: string; schema: JsonSchema }[]
  const schemaOf = (name: string) => parameters.find((one) => one.name === name)?.schema
  expect(schemaOf('limit')).toEqual({ type: 'integer', minimum: 1, maximum: 100 })
  expect(schemaOf('is_active')).toEqual({ type: 'boolean' })
  expect(schemaOf('type')).toEqual({ type: 'string', enum: ['service', 'product'] })
})

test('the form of a new customer has exactly the names that the service reads', () => {
  const names = Object.keys(customerForm.properties ?? {})
  for (const name of names) expect(customerPart(parseName(name) ?? []), name).toBeDefined()
  const patterns = Object.keys(customerForm.patternProperties ?? {}).map(
    (pattern) => new RegExp(pattern, 'u'),
  )
  const isDocumented = (name: string) =>
    names.includes(name) || patterns.some((pattern) => pattern.test(name))
  const read = [
    'email',
    'name',
    'last_name',
    'phone',
    'profile_photo_path',
    ...businessKeys.map((key) => `business_information[${key}]`),
    ...actions.map(({ module, name }) => `permissions[${module}][${name}]`),
    ...['[key]', '[value]', '[file_upload][formats][]', '[file_upload][files][]'].map(
      (end) => `custom_fields[7]${end}`,
    ),
  ]
  expect(read.filter((name) => !isDocumented(name))).toEqual([])
  expect(names.filter((name) => !read.includes(name))).toEqual([])
  for (const name of [
    'custom_fields[0][value]',
    'custom_fields[7][value][]',
    'permissions[invoice][view-contract]',
  ])
    expect(isDocumented(name), name).toBe(false)
})

test.each(operationsOf(documents.api))('the examples of $name are as described', ({ pointer, operation }) => {
  for (const [type, { example }] of Object.entries(operation.requestBody?.content ?? {})) {
    const at = `${pointer}/requestBody/content/${type.replaceAll('/', '~1')}/schema`
    expect(schemas.problem('api', at, example)).toBeUndefined()
  }
  const [status = '', success] = Object.entries(operation.responses)[0] ?? []
  if (!success?.content) return
  const at = `${pointer}/responses/${status}/content/application~1json/schema`
  expect(schemas.problem('api', at, success.content['application/json']?.example)).toBeUndefined()
})

test('what the examples of Surface X send is as described', () => {
  const problems = operationsOf(documents.extensions).flatMap(({ name, pointer, operation }) =>
    Object.entries(operation.requestBody?.content ?? {}).flatMap(([type, { example }]) => {
      const at = `${pointer}/requestBody/content/${type.replaceAll('/', '~1')}/schema`
      const problem = schemas.problem('extensions', at, example)
      return problem === undefined ? [] : [`${name}: ${problem}`]
    }),
  )
  expect(problems).toEqual([])
})

test.each(eventTypes)('the sample of %s is as described', (name) => {
  const events = documents.api['webhooks'] as Record<string, { post: Operation }>
  const { example } = events[name]?.post.requestBody?.content['application/json'] ?? {}
  const at = `/webhooks/${name}/post/requestBody/content/application~1json/schema`
  expect(schemas.problem('api', at, example)).toBeUndefined()
  expect(schemas.problem('api', at, { ...(example as object), more: true })).toContain(
    'additional properties',
  )
})

test('events need no credential of ours, and the photo of a customer is text for generators of clients', () => {
  const events = Object.values(documents.api['webhooks'] as Record<string, { post: { security?: unknown } }>)
  expect(events.map(({ post }) => post.security)).toEqual(events.map(() => []))
  const form = JSON.stringify(documents.api).match(/"profile_photo_path":\{[^}]*contentMediaType[^}]*\}/)
  expect(form?.[0]).toContain('"type":"string"')
})

test('each operation of V1 and B is described once', () => {
  const endpoints = descriptions.map(({ endpoint }) => endpoint)
  expect(new Set(endpoints).size).toBe(endpoints.length)
  expect(new Set(endpoints)).toEqual(new Set(all.filter(({ surface }) => surface !== 'x')))
})

test('nothing of Surface X, and no secret, is in the public document', () => {
  const text = JSON.stringify(documents.api)
  expect(text).not.toContain('/api/x/')
  expect(text).not.toMatch(/\b(bt|bk)_\w{8}/)
})
