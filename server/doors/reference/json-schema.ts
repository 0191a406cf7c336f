import * as z from 'zod/mini'

/** A JSON Schema, as OpenAPI 3.1 contains it. */
export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  format?: string
  pattern?: string
  patternProperties?: Record<string, JsonSchema>
  additionalProperties?: boolean | JsonSchema
  [keyword: string]: unknown
}

/** Descriptions of each field of an object, with keywords that zod doesn't know if needed. */
export type FieldTexts<Shape> = { readonly [Name in keyof Shape]: string | JsonSchema }

/** A schema with a name, which others refer to. `sends` is what this service sends where a client accepts more. */
export interface Component {
  readonly name: string
  readonly schema: z.ZodMiniType
  readonly sends: z.ZodMiniType
  readonly description: string
}

/** Field texts by the object they are about. */
export type Texts = ReadonlyMap<z.ZodMiniType, Readonly<Record<string, string | JsonSchema>>>

const location = '#/components/schemas/'
// Where the same schema is used twice, zod hands out the same object for both until it is done: texts are added after that.
const marker = 'x-texts'

/** Writes the schemas of one document. Components that they use are collected on the way. */
export class SchemaWriter {
  readonly #texts: Texts
  readonly #components = new Map<string, Component>()
  readonly #registry = z.registry<{ id: string }>()
  readonly #written: Record<string, JsonSchema> = {}

  constructor(components: readonly Component[], texts: Texts) {
    this.#texts = texts
    for (const component of components) {
      this.#components.set(component.name, component)
      this.#registry.add(component.schema, { id: component.name })
    }
  }

  /** The components that were used so far, by name. */
  components(): Record<string, JsonSchema> {
    return Object.fromEntries(Object.entries(this.#written).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Schema of a response: fields may be added to it, so none are ruled out. */
  response(schema: z.ZodMiniType): JsonSchema {
    return this.#write(schema, 'output')
  }

  /** Schema of a request. */
  body(schema: z.ZodMiniType): JsonSchema {
    return this.#write(schema, 'input')
  }

  /** Parameters of a path or query, by what their text stands for. */
  parameters(schema: z.ZodMiniType): JsonSchema {
    return this.#write(schema, 'output')
  }

  #write(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    const [known, registry] = [this.#texts, this.#registry]
    const met: Readonly<Record<string, string | JsonSchema>>[] = []
    const {
      $schema: _dialect,
      $defs,
      ...written
    } = z.toJSONSchema(schema, {
      metadata: registry,
      io,
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        refine(jsonSchema as JsonSchema, io)
        const texts = known.get(zodSchema as unknown as z.ZodMiniType)
        if (texts) jsonSchema[marker] = met.push(texts) - 1
      },
    }) as JsonSchema & { $defs?: Record<string, JsonSchema> }
    for (const name of Object.keys($defs ?? {})) this.#use(name, io)
    return finished(written, met) as JsonSchema
  }

  #use(name: string, io: 'input' | 'output') {
    if (this.#written[name]) return
    const component = this.#components.get(name)
    if (!component) throw new Error(`${name} isn’t a component`)
    // Reserves the name: a component may contain itself.
    this.#written[name] = {}
    const { sends, schema, description } = component
    const registry = this.#registry
    registry.remove(schema)
    const written = this.#write(sends, io)
    registry.add(schema, { id: name })
    this.#written[name] = description === '' ? written : { description, ...written }
  }
}

/** Whole numbers are safe integers anyway, and what has a format needs no pattern beside it. */
function refine(schema: JsonSchema, io: 'input' | 'output') {
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum']
  if (schema['minimum'] === -Number.MAX_SAFE_INTEGER) delete schema['minimum']
  if (schema.format !== undefined) delete schema.pattern
  if (schema.properties && (io === 'output' || typeof schema.additionalProperties === 'object'))
    delete schema.additionalProperties
}

/** The same with the texts of its fields, and its references where OpenAPI keeps components. */
function finished(value: unknown, met: readonly Readonly<Record<string, string | JsonSchema>>[]): unknown {
  if (Array.isArray(value)) return value.map((item) => finished(item, met))
  if (typeof value !== 'object' || value === null) return value
  const { [marker]: index, ...rest } = value as JsonSchema
  const schema = Object.fromEntries(
    Object.entries(rest).map(([key, inner]) => [
      key,
      key === '$ref' ? String(inner).replace('#/$defs/', location) : finished(inner, met),
    ]),
  ) as JsonSchema
  // What a registry calls a schema isn't a keyword.
  if (typeof schema['id'] === 'string') delete schema['id']
  for (const [name, text] of Object.entries(met[index as number] ?? {})) {
    const field = schema.properties?.[name]
    if (field) Object.assign(field, typeof text === 'string' ? { description: text } : text)
  }
  return schema
}
