/**
 * The entries of a PDF's metadata that make it Factur-X (ZUGFeRD): which of the attached files is the invoice, and by which
 * profile. The compiler writes PDF/A-3 and the attachment, and has no way to add them.
 */

const namespace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#'

const entries = [
  { name: 'DocumentType', value: 'INVOICE', description: 'The type of the hybrid document' },
  { name: 'DocumentFileName', value: 'factur-x.xml', description: 'The name of the embedded XML document' },
  { name: 'Version', value: '1.0', description: 'The version of the standard of the XML document' },
  { name: 'ConformanceLevel', value: 'EN 16931', description: 'The profile of the XML document' },
] as const

const properties = `<rdf:Description rdf:about="" xmlns:fx="${namespace}">${entries
  .map(({ name, value }) => `<fx:${name}>${value}</fx:${name}>`)
  .join('')}</rdf:Description>`

/** PDF/A allows no property whose schema the file doesn't describe. */
const schema =
  '<rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>' +
  `<pdfaSchema:namespaceURI>${namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix>` +
  `<pdfaSchema:property><rdf:Seq>${entries
    .map(
      ({ name, description }) =>
        `<rdf:li rdf:parseType="Resource"><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType></rdf:li>`,
    )
    .join('')}</rdf:Seq></pdfaSchema:property></rdf:li>`

/**
 * Returns the file with these entries. They are an update at its end, as PDF has it: a new metadata object, where it is, and
 * the trailer again. Throws where the compiler doesn't write its files as it did.
 */
export function markAsFacturX(file: Uint8Array): Buffer {
  const bytes = Buffer.from(file)
  const text = bytes.toString('latin1')
  const { 1: id, 2: metadata = '' } = part(
    /\n(\d+) 0 obj\n<<\s*\/Length \d+\s*\/Type \/Metadata\s*\/Subtype \/XML\s*>>\nstream\n([^]*?)\nendstream/.exec(
      text,
    ),
  )
  const { 1: size } = part(/\ntrailer\n<<[^]*?\/Size (\d+)/.exec(text))
  const { 1: rest = '' } = part(/\ntrailer\n<<([^]*?)>>\nstartxref/.exec(text))
  const { 1: start } = part(/startxref\n(\d+)\n%%EOF\s*$/.exec(text))
  const extended = metadata
    .replace('</rdf:Bag></pdfaExtension:schemas>', `${schema}$&`)
    .replace('</rdf:RDF>', `${properties}$&`)
  if (!extended.includes(schema) || !extended.includes(properties)) throw new Error('unknown metadata')
  const object = `\n${id} 0 obj\n<<\n  /Length ${extended.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n${extended}\nendstream\nendobj\n`
  const offset = String(bytes.length + 1).padStart(10, '0')
  const table = bytes.length + object.length
  const trailer = `xref\n${id} 1\n${offset} 00000 n \ntrailer\n<<\n  /Size ${size}${rest.replace(/\s*\/Size \d+/, '')}  /Prev ${start}\n>>\nstartxref\n${table}\n%%EOF`
  return Buffer.concat([bytes, Buffer.from(object + trailer, 'latin1')])
}

function part(match: RegExpExecArray | null): RegExpExecArray {
  if (!match) throw new Error('a PDF of another structure')
  return match
}
