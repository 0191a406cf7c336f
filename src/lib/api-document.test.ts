import { expect, test } from 'vitest'

import { findInReference, readDocument } from './api-document.ts'

const operation = (id: string, more: object = {}) => ({
  operationId: id,
  tags: ['Things'],
  summary: id,
  description: `About ${id}`,
  parameters: [],
  responses: { 200: { description: 'OK.' } },
  ...more,
})

const thing = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer', description: 'Identifies it.', minimum: 1 },
    state: { anyOf: [{ enum: ['on', 'off'], type: 'string' }, { type: 'null' }] },
    parent: { $ref: '#/components/schemas/Thing', description: 'What it belongs to.' },
    parts: { type: 'array', items: { type: 'object', properties: { size: { type: 'number', maximum: 5 } } } },
    at: { type: 'string', format: 'date-time' },
  },
}

const reference = readDocument({
  tags: [{ name: 'Things', description: 'All things.' }, { name: 'Errors' }],
  'x-tagGroups': [{ name: 'Resources', tags: ['Errors', 'Things'] }],
  paths: {
    '/things/{id}': {
      get: operation('getThing', {
        security: [{ key: ['things.manage'] }],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          default: { description: 'Another error.' },
          200: {
            description: 'OK.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
          },
        },
      }),
    },
    '/things': { post: operation('createThing') },
  },
  components: { schemas: { Thing: thing } },
})

const things = reference.groups[0]?.chapters[1]
const getThing = things?.operations.find(({ id }) => id === 'getThing')

test('operations are in the chapters of their tags, with their ability', () => {
  expect(reference.groups[0]?.chapters.map(({ id }) => id)).toEqual(['errors', 'things'])
  expect(things?.operations.map(({ id }) => id)).toEqual(['getThing', 'createThing'])
  expect(getThing).toMatchObject({ credentials: ['key'], ability: 'things.manage' })
})

test('fields say what they are in words', () => {
  const body = getThing?.replies[0]?.body
  expect(body?.fields.map(({ name, type, limits }) => [name, type, ...limits])).toEqual([
    ['id', 'integer'],
    ['state', 'string or null', 'One of `on`, `off`'],
    ['parent', 'object'],
    ['parts', 'array of objects'],
    ['at', 'datetime'],
  ])
  expect(body?.fields[2]?.description).toBe('What it belongs to.')
  expect(body?.fields[3]?.fields.map(({ name, limits }) => [name, ...limits])).toEqual([
    ['size', 'At most 5'],
  ])
})

test('a schema that contains itself ends, and an example is made up from it', () => {
  expect(getThing?.replies[0]?.body).toMatchObject({
    isInvented: true,
    example: {
      id: 1,
      state: 'on',
      parent: { parent: {} },
      parts: [{ size: 1 }],
      at: '2026-01-31T09:30:00.000000Z',
    },
  })
})

test('success comes first and other errors last', () => {
  expect(getThing?.replies.map(({ status }) => status)).toEqual(['200', 'default'])
})

test('a filter keeps what has all its words', () => {
  const found = (query: string) =>
    findInReference(reference, query).groups.flatMap(({ chapters }) =>
      chapters.flatMap(({ id, operations }) => [id, ...operations.map((one) => one.id)]),
    )
  expect(found('CREATE  thing')).toEqual(['things', 'createThing'])
  expect(found('things/{id}')).toEqual(['things', 'getThing'])
  expect(found('errors')).toEqual(['errors'])
  expect(found('nothing')).toEqual([])
  expect(found(' ')).toEqual(['errors', 'things', 'getThing', 'createThing'])
})
