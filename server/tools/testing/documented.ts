import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import type { LightMyRequestResponse } from 'fastify'

import type { ApiDocument } from '#contract/wire/api-reference.ts'
import { writeApiDocument, writeExtensionsDocument } from '#server/doors/reference/document.ts'

/** Holds responses against the documents of the API, so that whatever a test of the service receives is documented. */

type Json = Readonly<Record<string, unknown>>

interface Operation {
  readonly pattern: RegExp
  readonly method: string
  /** Its path in the document, for messages. */
  readonly name: string
  readonly pointer: string
  readonly value: Json
}

/** A request and its response. */
export interface Exchange {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly response: Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>
}

const datetime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/**
 * Returns a copy whose objects have only the fields that are listed: a document leaves room for more, so that fields can be
 * added later, but what is sent today has to be in it.
 */
export function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const schema = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, key === 'example' ? inner : closed(inner)]),
  )
  const hasFields = schema['type'] === 'object' && schema['properties'] !== undefined
  return hasFields && schema['additionalProperties'] === undefined
    ? { ...schema, additionalProperties: false }
    : schema
}

/** Compiles schemas of documents, which may refer to each other by JSON pointers. */
export class DocumentedSchemas {
  readonly #ajv = new Ajv2020({ strict: false, allErrors: false })
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(documents: Readonly<Record<string, ApiDocument>>) {
    this.#ajv.addFormat('date-time', datetime)
    this.#ajv.addFormat('date', /^\d{4}-\d\d-\d\d$/)
    for (const format of ['email', 'uri']) this.#ajv.addFormat(format, true)
    for (const [name, document] of Object.entries(documents))
      this.#ajv.addSchema(closed(document) as object, name)
  }

  /** Returns what is wrong with a value under the schema there, or undefined. */
  problem(document: string, pointer: string, value: unknown): string | undefined {
    const at = `${document}#${pointer}`
    let validate = this.#compiled.get(at)
    if (!validate) {
      validate = this.#ajv.compile({ $ref: at })
      this.#compiled.set(at, validate)
    }
    if (validate(value)) return undefined
    return validate.errors
      ?.map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`)
      .join('; ')
  }
}

const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))

function operationsOf(document: ApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Json>).map(([method, value]) => ({
      pattern: new RegExp(
        `^${path
          .replaceAll('.', '\\.')
          .replaceAll(/\{\w+\}/g, '[^/]+')
          .replace(/\/$/, '')}/?$`,
      ),
      method: method.toUpperCase(),
      name: path,
      pointer: `/paths/${escaped(path)}/${method}`,
      value,
    })),
  )
}

let checks: Promise<(exchange: Exchange) => void> | undefined

/** Returns a function that throws where a response isn't as documented. Made once for the tests of a file. */
export const documentedResponses = (): Promise<(exchange: Exchange) => void> => (checks ??= makeCheck())

async function makeCheck() {
  const documents = {
    api: writeApiDocument('http://bureau.example'),
    extensions: await writeExtensionsDocument('http://bureau.example'),
  }
  const schemas = new DocumentedSchemas(documents)
  const operations = Object.entries(documents).map(
    ([name, document]) => [name, operationsOf(document), document] as const,
  )

  return ({ method, url, headers: sent, response }: Exchange) => {
    const [path = ''] = url.replace(/^https?:\/\/[^/]+/, '').split('?', 1)
    const asked = method === 'HEAD' ? 'GET' : method
    for (const [name, list, document] of operations) {
      const operation = list.find((one) => one.method === asked && one.pattern.test(path))
      if (!operation) continue
      const problem = problemOf({
        schemas,
        name,
        operation,
        document,
        sent,
        response,
        isHead: method === 'HEAD',
      })
      if (problem !== undefined) {
        throw new Error(`${asked} ${operation.name} ${response.statusCode} isn’t as documented: ${problem}`)
      }
      return
    }
  }
}

interface Check {
  readonly schemas: DocumentedSchemas
  readonly name: string
  readonly operation: Operation
  readonly document: ApiDocument
  readonly sent: Readonly<Record<string, unknown>>
  readonly response: Exchange['response']
  readonly isHead: boolean
}

function problemOf({
  schemas,
  name,
  operation,
  document,
  sent,
  response,
  isHead,
}: Check): string | undefined {
  const { statusCode, headers, body } = response
  // Nothing was changed since it was read last: there is nothing to document but that.
  if (statusCode === 304) return undefined
  const responses = operation.value['responses'] as Record<string, Json>
  const code = responses[statusCode] ? String(statusCode) : 'default'
  const documented = responses[code] as Json
  if (code === 'default' && statusCode < 400) return 'the status isn’t listed'
  for (const [header, reference] of Object.entries(
    (documented['headers'] ?? {}) as Record<string, { $ref: string }>,
  )) {
    const { required } = resolve(document, reference.$ref) as { required?: boolean }
    if (required === true && headers[header.toLowerCase()] === undefined)
      return `the header ${header} is missing`
  }
  const parameters = operation.value['parameters'] as readonly { name: string; in: string }[]
  const takes = (parameter: string) => parameters.some((one) => one.in === 'header' && one.name === parameter)
  if (statusCode === 428 && !takes('If-Match')) return 'If-Match isn’t listed'
  if (statusCode < 300 && takes('If-Match') && !hasHeader(sent, 'if-match')) return 'If-Match isn’t required'
  if (headers['idempotency-replayed'] !== undefined && !takes('Idempotency-Key'))
    return 'Idempotency-Key isn’t listed'
  if (statusCode < 300 && headers['etag'] !== undefined && !hasKey(documented['headers'], 'ETag')) {
    return 'the header ETag isn’t listed'
  }
  if (isHead) return undefined
  const content = (documented['content'] ?? {}) as Record<string, Json>
  const [type] = String(headers['content-type'] ?? '').split(';', 1)
  if (Object.keys(content).length === 0) return body === '' ? undefined : 'there is a body'
  if (content['*/*']) return undefined
  if (!content[type ?? '']) return `the type ${type} isn’t listed`
  if (type !== 'application/json' || headers['content-encoding'] !== undefined) return undefined
  const pointer = `${operation.pointer}/responses/${code}/content/application~1json/schema`
  return schemas.problem(name, pointer, JSON.parse(body))
}

const hasKey = (value: unknown, key: string) => Object.hasOwn((value ?? {}) as object, key)
const hasHeader = (headers: Readonly<Record<string, unknown>>, name: string) =>
  Object.keys(headers).some((sent) => sent.toLowerCase() === name)

/** The part of a document that a `$ref` names. */
const resolve = (document: ApiDocument, reference: string): unknown =>
  reference
    .slice(2)
    .split('/')
    .reduce<unknown>((part, key) => (part as Json)[key], document)
