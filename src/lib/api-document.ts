import { numberText } from './locale.ts'

/** Reads an OpenAPI 3.1 description for the pages of the reference. */

/** A schema, as far as it is shown. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: boolean | Schema
  readonly required?: readonly string[]
}

interface Media {
  readonly schema?: Schema
  readonly example?: unknown
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
  readonly example?: unknown
}

interface WireOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<
    Record<string, { readonly description: string; readonly content?: Readonly<Record<string, Media>> }>
  >
}

/** A document, loosely. */
export interface WireDocument {
  readonly tags: readonly {
    readonly name?: unknown
    readonly description?: unknown
    readonly 'x-traitTag'?: unknown
  }[]
  readonly 'x-tagGroups': readonly { readonly name: string; readonly tags: readonly string[] }[]
  readonly paths: Readonly<Record<string, unknown>>
  readonly webhooks?: unknown
  readonly components: Readonly<Record<string, unknown>>
}

/** A field of a body, or a parameter, as a line of the page. */
export interface Field {
  readonly name: string
  /** `string or null` */
  readonly type: string
  readonly isRequired: boolean
  readonly description: string
  /** Constraints of values besides their type. */
  readonly limits: readonly string[]
  /** Fields of an object, or of the items of a list. */
  readonly fields: readonly Field[]
}

/** A body of a request or a response. */
export interface Body {
  readonly type: string
  readonly fields: readonly Field[]
  readonly example: unknown
  /** The example was made up from the schema. */
  readonly isInvented: boolean
}

/** A status of a response and when it occurs. */
export interface Reply {
  readonly status: string
  readonly description: string
  readonly body: Body | undefined
}

/** An endpoint, or an event, which has no path. */
export interface Operation {
  readonly id: string
  readonly kind: 'endpoint' | 'event'
  readonly method: string
  /** The name of an event. */
  readonly path: string
  readonly summary: string
  readonly description: string
  /** `token`, `key` or `session`; none for what is open to anybody. */
  readonly credentials: readonly string[]
  readonly ability: string | undefined
  readonly parameters: {
    readonly path: readonly Field[]
    readonly query: readonly Field[]
    readonly header: readonly Field[]
  }
  /** Values of the example, by the names of the parameters. */
  readonly examples: Readonly<Record<string, unknown>>
  readonly body: Body | undefined
  readonly replies: readonly Reply[]
}

/** A chapter, or a resource with its operations. */
export interface Chapter {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly operations: readonly Operation[]
}

/** The chapters by their groups. */
export interface Reference {
  readonly groups: readonly { readonly name: string; readonly chapters: readonly Chapter[] }[]
}

/** Deeper than anybody reads, and the end of what contains itself. */
const deepest = 5

/** Returns what a page shows of a document. */
export function readDocument(document: WireDocument): Reference {
  const reader = new Reader((document.components['schemas'] ?? {}) as Record<string, Schema>)
  const endpoints = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, WireOperation>).map(([method, operation]) => ({
      tag: operation.tags[0],
      operation: reader.operation(operation, { kind: 'endpoint', method: method.toUpperCase(), path }),
    })),
  )
  const events = Object.entries((document.webhooks ?? {}) as Record<string, { post: WireOperation }>).map(
    ([name, { post }]) => ({
      tag: post.tags[0],
      operation: reader.operation(post, { kind: 'event', method: 'EVENT', path: name }),
    }),
  )
  const all = [...endpoints, ...events]
  const texts = new Map(document.tags.map(({ name, description }) => [name, description]))
  return {
    groups: document['x-tagGroups'].map(({ name, tags }) => ({
      name,
      chapters: tags.map((tag) => ({
        id: tag.toLowerCase().replaceAll(/\W+/g, '-'),
        name: tag,
        description: String(texts.get(tag) ?? ''),
        operations: all.filter((one) => one.tag === tag).map(({ operation }) => operation),
      })),
    })),
  }
}

/** Returns the chapters and operations with those words, in names, addresses, descriptions or fields. */
export function findInReference(reference: Reference, query: string): Reference {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return reference
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  return {
    groups: reference.groups
      .map(({ name, chapters }) => ({
        name,
        chapters: chapters.flatMap((chapter) => {
          if (has(`${chapter.name} ${chapter.operations.length > 0 ? '' : chapter.description}`))
            return [chapter]
          const operations = chapter.operations.filter((operation) => has(textOf(operation)))
          return operations.length > 0 ? [{ ...chapter, operations }] : []
        }),
      }))
      .filter(({ chapters }) => chapters.length > 0),
  }
}

function textOf({ id, method, path, summary, description, parameters, body }: Operation): string {
  const names = (fields: readonly Field[]): string[] =>
    fields.flatMap(({ name, fields: inner }) => [name, ...names(inner)])
  const fields = [...parameters.path, ...parameters.query, ...parameters.header, ...(body?.fields ?? [])]
  return [id, method, path, summary, description, ...names(fields)].join(' ')
}

class Reader {
  readonly #components: Readonly<Record<string, Schema>>

  constructor(components: Readonly<Record<string, Schema>>) {
    this.#components = components
  }

  operation(
    wire: WireOperation,
    { kind, method, path }: Pick<Operation, 'kind' | 'method' | 'path'>,
  ): Operation {
    const { operationId, summary, description, security = [], parameters, requestBody, responses } = wire
    const of = (place: Parameter['in']) =>
      parameters
        .filter((parameter) => parameter.in === place)
        .map((parameter) =>
          this.#field(parameter.name, parameter.schema, parameter.required, parameter.description),
        )
    const examples = parameters.flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, example] as const],
    )
    return {
      id: operationId,
      kind,
      method,
      path,
      summary,
      description,
      credentials: security.flatMap((one) => Object.keys(one)),
      ability: security.flatMap((one) => Object.values(one)).flat()[0],
      parameters: { path: of('path'), query: of('query'), header: of('header') },
      examples: Object.fromEntries(examples),
      body: requestBody && this.#body(requestBody.content),
      replies: Object.entries(responses)
        // Whole numbers come first in an object, whatever its order.
        .toSorted(([one], [other]) => (one === 'default' ? 1 : other === 'default' ? -1 : 0))
        .map(([status, response]) => ({
          status,
          description: response.description,
          body: response.content && this.#body(response.content),
        })),
    }
  }

  #body(content: Readonly<Record<string, Media>>): Body | undefined {
    const [type, media] = Object.entries(content)[0] ?? []
    if (type === undefined || media === undefined) return undefined
    const { schema = {}, example } = media
    const isInvented = example === undefined
    const isJson = type.endsWith('json')
    return {
      type,
      fields: this.#fieldsIn(schema, 0),
      example: isInvented
        ? isJson && Object.keys(schema).length > 0
          ? this.#invented(schema)
          : undefined
        : example,
      isInvented,
    }
  }

  #resolved(schema: Schema): Schema {
    const { $ref: reference, ...rest } = schema
    if (reference === undefined) return schema
    return { ...this.#components[reference.split('/').at(-1) ?? ''], ...rest }
  }

  /** The schema without `null` as an alternative. */
  #present(schema: Schema): Schema {
    const resolved = this.#resolved(schema)
    const others = resolved.anyOf?.filter(({ type }) => type !== 'null')
    return others?.length === 1 ? { ...this.#resolved(others[0] ?? {}), ...withoutAnyOf(resolved) } : resolved
  }

  #field(name: string, schema: Schema, isRequired: boolean, text?: string, depth = 0): Field {
    const resolved = this.#resolved(schema)
    return {
      name,
      type: this.#typeOf(schema),
      isRequired,
      description: text ?? schema.description ?? resolved.description ?? '',
      limits: limitsOf(this.#present(schema)),
      fields: this.#fieldsIn(schema, depth + 1),
    }
  }

  #fieldsIn(schema: Schema, depth: number): Field[] {
    if (depth > deepest) return []
    const { properties, patternProperties, required = [], items, anyOf } = this.#present(schema)
    if (items) return this.#fieldsIn(items, depth)
    if (!properties && !patternProperties && anyOf) {
      const inner = anyOf.map((one) => this.#fieldsIn(one, depth))
      return inner.find((fields) => fields.length > 0) ?? []
    }
    return [
      ...Object.entries(properties ?? {}).map(([name, inner]) =>
        this.#field(name, inner, required.includes(name), undefined, depth),
      ),
      ...Object.entries(patternProperties ?? {}).map(([pattern, inner]) =>
        this.#field(readable(pattern), inner, false, undefined, depth),
      ),
    ]
  }

  #typeOf(schema: Schema): string {
    const {
      type,
      format,
      items,
      anyOf,
      enum: choices,
      additionalProperties,
      ...rest
    } = this.#resolved(schema)
    if (anyOf) return [...new Set(anyOf.map((one) => this.#typeOf(one)))].join(' or ')
    if (items) return `array of ${plural(this.#typeOf(items))}`
    if (rest.const !== undefined) return JSON.stringify(rest.const)
    if (format === 'date-time') return Array.isArray(type) ? 'datetime or null' : 'datetime'
    if (format === 'date') return 'date'
    if (typeof additionalProperties === 'object' && !rest.properties) return 'map'
    if (Array.isArray(type)) return type.join(' or ')
    if (typeof type === 'string') return type
    return choices ? 'string' : format === undefined && !('contentMediaType' in rest) ? 'any' : 'file'
  }

  /** A value that fits the schema, shown when there is no example. */
  #invented(schema: Schema, depth = 0): unknown {
    const {
      anyOf,
      enum: choices,
      type,
      items,
      properties,
      format,
      minimum,
      additionalProperties,
      ...rest
    } = this.#present(schema)
    if (rest.const !== undefined) return rest.const
    if (choices) return choices[0]
    if (anyOf) return this.#invented(anyOf[0] ?? {}, depth)
    const kind = Array.isArray(type) ? type[0] : type
    if (kind === 'object') {
      if (depth > deepest) return {}
      const entries = Object.entries(properties ?? {})
      if (entries.length === 0 && typeof additionalProperties === 'object') return {}
      return Object.fromEntries(entries.map(([name, inner]) => [name, this.#invented(inner, depth + 1)]))
    }
    if (kind === 'array') return items && depth <= deepest ? [this.#invented(items, depth + 1)] : []
    if (kind === 'integer' || kind === 'number') return Math.max(minimum ?? 1, 1)
    if (kind === 'boolean') return true
    if (kind !== 'string') return null
    if (format === 'date-time') return '2026-01-31T09:30:00.000000Z'
    if (format === 'date') return '2026-01-31'
    return format === 'email' ? 'name@example.com' : '…'
  }
}

const withoutAnyOf = ({ anyOf: _anyOf, ...rest }: Schema): Schema => rest

const plural = (type: string) => (/ or /.test(type) ? `(${type})` : type === 'any' ? 'values' : `${type}s`)

/** `custom_fields[N][value]` for the pattern of such names. */
const readable = (pattern: string) =>
  pattern.replace(/^\^/, '').replace(/\$$/, '').replace('[1-9][0-9]{0,14}', 'N').replaceAll('\\', '')

/** The constraints of a value, in words. */
function limitsOf({
  enum: choices,
  minimum,
  maximum,
  minLength,
  maxLength,
  minItems,
  maxItems,
  format,
}: Schema): readonly string[] {
  const between = (low: number | undefined, high: number | undefined, unit: string) => {
    // Bounds that say nothing: those of every id and page, and those beyond what anybody enters.
    const to = high === undefined || high >= 999_999_999 ? undefined : high
    const from = low === undefined || low <= (to === undefined ? 1 : 0) ? undefined : low
    if (from !== undefined && to !== undefined) return [`${numberText(from)} to ${numberText(to)}${unit}`]
    if (to !== undefined) return [`At most ${numberText(to)}${unit}`]
    return from === undefined ? [] : [`At least ${numberText(from)}${unit}`]
  }
  return [
    ...(choices ? [`One of ${choices.map((choice) => `\`${String(choice)}\``).join(', ')}`] : []),
    ...between(minimum, maximum, ''),
    ...between(minLength, maxLength, ' characters'),
    ...between(minItems, maxItems, ' items'),
    ...(format === 'uri' ? ['URL'] : format === 'email' ? ['Email address'] : []),
  ]
}
