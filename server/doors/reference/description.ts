import type * as z from 'zod/mini'

import type { Endpoint } from '#contract/wire/endpoint.ts'

import type { FieldTexts, JsonSchema } from './json-schema.ts'

type Fields<Schema> =
  NonNullable<Schema> extends z.ZodMiniObject ? FieldTexts<NonNullable<Schema>['shape']> : never

/** The request of an example, and its response. A test sends each of them. */
export interface Example {
  readonly query?: Readonly<Record<string, string | number | boolean>>
  /** Of a form: its fields, with the names of files. */
  readonly body?: object
  /** Undefined for a response without a body. */
  readonly response?: unknown
}

/** Description of an endpoint of Surface V1 or B. */
export interface Description<E extends Endpoint = Endpoint> {
  readonly endpoint: E
  /** Names the operation in generated clients. */
  readonly id: string
  readonly group: string
  readonly summary: string
  readonly text: string
  readonly query?: FieldTexts<Record<string, unknown>>
  /** The body of a form, which the contract doesn’t describe with a schema. */
  readonly form?: JsonSchema & { readonly encoding: object }
  /** Exact schemas of responses where the contract accepts more. */
  readonly sends?: z.ZodMiniType
  /** The response’s version, as `ETag`. */
  readonly isVersioned?: boolean
  /** Statuses besides those that follow from the endpoint, with when they occur. */
  readonly errors?: Readonly<Record<number, string>>
  readonly example: Example
}

/** A description whose query parameters are those of its endpoint, none missing. */
export const describe = <E extends Endpoint>(
  description: Description<E> &
    (NonNullable<E['query']> extends z.ZodMiniObject ? { readonly query: Fields<E['query']> } : object),
): Description => description
