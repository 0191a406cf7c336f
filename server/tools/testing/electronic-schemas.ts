import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { invoiceSchema } from '@e-invoice-eu/core'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { XMLParser } from 'fast-xml-parser'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'

/** The package exports none of its schemas. */
const schemas = join(
  dirname(fileURLToPath(import.meta.resolve('@stackforge-eu/factur-x'))),
  '../schema/en16931',
)
xmlRegisterFsInputProviders()

/** Throws unless the XML is valid by the schema of Factur-X, profile EN 16931. */
export function createCiiValidator(): (xml: string) => void {
  const path = join(schemas, 'FACTUR-X_EN16931.xsd')
  const schema = XmlDocument.fromBuffer(readFileSync(path), { url: pathToFileURL(path).href })
  const validator = XsdValidator.fromDoc(schema)
  return (xml) => {
    const document = XmlDocument.fromString(xml)
    validator.validate(document)
    document.dispose()
  }
}

/** An element as the parser has it: its children by its name, its attributes beside them. */
type Parsed = Readonly<Record<string, readonly Parsed[] | string | Readonly<Record<string, string>>>>

/** Of a JSON Schema, what says where an element can be. */
interface ElementSchema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, ElementSchema>>
  readonly items?: ElementSchema
}

/**
 * Throws unless the XML is an invoice or a credit note of Peppol BIS Billing 3 by the JSON Schema of its syntax: elements in
 * their order and as often as they can be, with their attributes, forms of values and codes. A credit note differs by four names.
 */
export function createUblValidator(): (xml: string) => void {
  const ajv = new Ajv2019({ strict: false, allErrors: true })
  const isValid = ajv.compile(invoiceSchema)
  const root = (invoiceSchema as ElementSchema).properties?.['ubl:Invoice'] ?? {}
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreDeclaration: true,
  })
  return (xml) => {
    const invoice = xml
      .replaceAll(/(?<=<\/?)CreditNote(?=[ >])/g, 'Invoice')
      .replaceAll(/(?<=<\/?c[ab]c:)CreditNote(?=TypeCode|Line)/g, 'Invoice')
      .replaceAll(/(?<=<\/?cbc:)Credited(?=Quantity)/g, 'Invoiced')
    const [parsed] = parser.parse(invoice) as [Parsed]
    const problems: string[] = []
    const document = { 'ubl:Invoice': valueOf(parsed['Invoice'], root, problems) }
    if (!isValid(document))
      for (const { instancePath, message } of isValid.errors ?? [])
        problems.push(`${instancePath} ${message}`)
    if (problems.length > 0) throw new Error(problems.join('\n'))
  }
}

/** Returns an element as the schema has it: a text, or its children and their attributes by name. */
function valueOf(content: Parsed[string] | undefined, schema: ElementSchema, problems: string[]): unknown {
  const children = content as readonly Parsed[]
  if (!schema.properties) return String(children[0]?.['#text'] ?? '')
  const order = Object.keys(schema.properties)
  const value: Record<string, unknown> = {}
  let last = -1
  for (const child of children) {
    const name = Object.keys(child).find((key) => key !== ':@') ?? ''
    const place = order.indexOf(name)
    if (place < last) problems.push(`${name} comes after ${order[last]}`)
    last = Math.max(last, place)
    const { items, ...one } = schema.properties[name] ?? {}
    const inner = valueOf(child[name], items ?? one, problems)
    if (items) value[name] = [...((value[name] as unknown[] | undefined) ?? []), inner]
    else if (name in value) problems.push(`${name} appears twice`)
    else value[name] = inner
    for (const [attribute, text] of Object.entries(child[':@'] ?? {})) value[name + attribute] = text
  }
  return value
}
