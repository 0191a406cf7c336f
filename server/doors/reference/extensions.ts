import { readdir } from 'node:fs/promises'

import * as z from 'zod/mini'

import { all, named } from '#contract/all.ts'
import { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import { Invoice, LineItem } from '#contract/invoices/invoices.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'

import { components } from './components.ts'
import type { Description } from './description.ts'
import { extensionExample } from './extension-examples.ts'
import type { Component } from './json-schema.ts'
import type { OperationParts } from './operation.ts'

/** Surface X, under the names that the contract exports. */

const contract = new URL('../../../contract/', import.meta.url)

/** Everything the contract exports, by name. Its modules are loaded anyway. */
async function exported(): Promise<readonly (readonly [name: string, value: unknown])[]> {
  const files = (await readdir(contract, { recursive: true })).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  )
  const modules = await Promise.all(
    files
      .toSorted()
      .map(async (file) => (await import(new URL(file, contract).href)) as Record<string, unknown>),
  )
  return modules.flatMap((module) => Object.entries(module))
}

/** `Show webhook activity` for `showWebhookActivity`. */
const words = (name: string): string => {
  const text = name.replaceAll(/(?<=[a-z])([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)
  const verb = text.replace(/^show /, 'get ').replace(/ pdf\b/, ' PDF')
  return `${verb.charAt(0).toUpperCase()}${verb.slice(1)}`
}

const groups: readonly (readonly [pattern: RegExp, group: string])[] = [
  [/^portal/, 'Customer portal'],
  [/^(session|entrance|sign-|switch-|set-up)/, 'Signing in'],
  [/^(webhook|deliver|event-types|retry-schedule)/, 'Webhooks'],
  [/^(template|placeholder|invoice-template)/, 'Templates'],
  [/customer|^statement/, 'Customers'],
  [/^custom-field/, 'Custom fields'],
  [/^(notes|follow-ups)/, 'Notes'],
  [/^(invoice|payment|credit-note)/, 'Invoices'],
  [/^bank-payment/, 'Bank payments'],
  [/^(plan|subscription)/, 'Plans and subscriptions'],
  [/^(proposal|contract)/, 'Proposals and contracts'],
  [/^(meeting|booking)/, 'Meetings'],
  [/^service/, 'Services and products'],
  [/^contact/, 'Contacts'],
  [/^(overview|search|counts|live|views|media)/, 'Dashboard'],
  [/^(company|connection|credentials|audit-log)/, 'Account'],
  [/^(member|invitation)/, 'People'],
  [/^(profile|password|own-sessions|two-factor|notification)/, 'Profile'],
  [/^openapi/, 'Descriptions of the API'],
]

function groupOf(path: string): string {
  const noun = path.replace(/^\/api\/(x\/)?/, '')
  const [head = ''] = noun.split(/[/.]/)
  const known = groups.find(([pattern]) => pattern.test(noun))?.[1]
  return known ?? words(head.replaceAll('-', ' '))
}

/** `uploadCustomerImport` for `upload` of `customerImports`, and `listProposalEmails` for `listEmails` of `proposalParts`. */
function nameWithin(name: string, key: string, { path }: Endpoint): string {
  const many = (name.charAt(0).toUpperCase() + name.slice(1)).replace(/Parts$/, '')
  const one = many.replace(/s$/, '')
  if (key === 'list') return `list${many}`
  if (key === 'rows') return `list${one}Rows`
  if (key === 'remove') return `delete${one}`
  if (key === 'attach') return `attachTo${one}`
  // A proposal is accepted and a contract signed.
  if (key === 'agree') return `${path.split('/').at(-1)}${one}`
  const [, verb = '', noun = ''] = /^([a-z]+)(.*)$/.exec(key) ?? []
  return key === 'failed' ? `exportFailed${one}Rows` : `${verb}${one}${noun}`
}

/** Endpoints by the names they are exported under. */
const names: ReadonlyMap<Endpoint, string> = new Map(
  named.map(({ endpoint, name, key }) => [
    endpoint,
    key === undefined ? name : nameWithin(name, key, endpoint),
  ]),
)

/** Descriptions of parameters of V1 and B apply wherever Surface X uses them. */
function queryTexts(descriptions: readonly Description[]): ReadonlyMap<unknown, string> {
  return new Map(
    descriptions.flatMap(({ endpoint, query = {} }) =>
      Object.entries((endpoint.query as z.ZodMiniObject | undefined)?.shape ?? {}).flatMap(
        ([name, schema]) => {
          const text = query[name]
          return typeof text === 'string' ? [[schema, text] as const] : []
        },
      ),
    ),
  )
}

/** The operations of Surface X, by group. */
export function extensionOperations(descriptions: readonly Description[]): OperationParts[] {
  const known = queryTexts(descriptions)
  const operations = all
    .filter(({ surface }) => surface === 'x')
    .map((endpoint): OperationParts => {
      const { method, path, query, text } = endpoint
      const id = names.get(endpoint) ?? `${method.toLowerCase()}${path.replaceAll(/\W+/g, '_')}`
      const shape = query instanceof z.ZodMiniObject ? Object.entries(query.shape) : []
      return {
        endpoint,
        id,
        tag: groupOf(path),
        summary: words(id),
        text: `${text.charAt(0).toUpperCase()}${text.slice(1)}.`,
        query: Object.fromEntries(
          shape.flatMap(([name, schema]) => {
            const about = known.get(schema)
            return about === undefined ? [] : [[name, about]]
          }),
        ),
        isVersioned: false,
        errors: {},
        example: extensionExample(`${method} ${path}`),
      }
    })
  const order = [...new Set([...groups.map(([, group]) => group), ...operations.map(({ tag }) => tag)])]
  return operations.toSorted((one, other) => order.indexOf(one.tag) - order.indexOf(other.tag))
}

/**
 * The named schemas of the contract, and objects of V1 and B as those are described; some have more here. Where two
 * modules have a schema of the same name, the first keeps it.
 */
export async function extensionComponents(): Promise<Component[]> {
  const richer: readonly unknown[] = [Invoice, LineItem, CustomFieldConfig]
  const shared = components.filter(({ schema }) => !richer.includes(schema))
  const found = new Map(shared.map((component) => [component.name, component]))
  const schemas = new Set<unknown>(shared.map(({ schema }) => schema))
  for (const [name, schema] of await exported()) {
    const isNamed = /^[A-Z]/.test(name) && !name.endsWith('Error')
    if (!isNamed || found.has(name) || schemas.has(schema) || !(schema instanceof z.ZodMiniObject)) continue
    schemas.add(schema)
    found.set(name, { name, schema, sends: schema, description: '' })
  }
  return [...found.values()]
}
