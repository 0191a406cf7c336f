import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { invoiceSchema } from '@e-invoice-eu/core'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { XmlDocument, XmlElement, XsdValidator } from 'libxml2-wasm'
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
  return (xml) => {
    const invoice = xml
      .replaceAll(/(?<=<\/?)CreditNote(?=[ >])/g, 'Invoice')
      .replaceAll(/(?<=<\/?c[ab]c:)CreditNote(?=TypeCode|Line)/g, 'Invoice')
      .replaceAll(/(?<=<\/?cbc:)Credited(?=Quantity)/g, 'Invoiced')
    const parsed = XmlDocument.fromString(invoice)
    const problems: string[] = []
    const document = { [`ubl:${parsed.root.name}`]: valueOf(parsed.root, root, problems) }
    parsed.dispose()
    if (!isValid(document))
      for (const { instancePath, message } of isValid.errors ?? [])
        problems.push(`${instancePath} ${message}`)
    if (problems.length > 0) throw new Error(problems.join('\n'))
  }
}

/** Returns an element as the schema has it: a text, or its children and their attributes by name. */
function valueOf(element: XmlElement, schema: ElementSchema, problems: string[]): unknown {
  if (!schema.properties) return element.content
  const order = Object.keys(schema.properties)
  const value: Record<string, unknown> = {}
  let last = -1
  for (let child = element.firstChild; child !== null; child = child.next) {
    if (!(child instanceof XmlElement)) continue
    const name = `${child.prefix}:${child.name}`
    const place = order.indexOf(name)
    if (place < last) problems.push(`${name} comes after ${order[last]}`)
    last = Math.max(last, place)
    const { items, ...one } = schema.properties[name] ?? {}
    const inner = valueOf(child, items ?? one, problems)
    if (items) value[name] = [...((value[name] as unknown[] | undefined) ?? []), inner]
    else if (name in value) problems.push(`${name} appears twice`)
    else value[name] = inner
    for (const attribute of child.attrs) value[`${name}@${attribute.name}`] = attribute.value
  }
  return value
}
