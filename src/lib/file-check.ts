/**
 * A look at a file before it is sent: its ending and its first bytes. The service looks closer; this saves people the
 * wait for an upload that cannot succeed.
 */

/** The accepted format this file's name fits, as the configuration spells it; undefined when it fits none. */
export function formatOf(fileName: string, accepted: readonly string[]): string | undefined {
  const ending = normal(/\.([^.]+)$/.exec(fileName)?.[1] ?? '')
  return ending === '' ? undefined : accepted.find((format) => normal(format) === ending)
}

/** Why this file cannot be taken, in words for its owner; undefined when nothing speaks against it. */
export async function problemOf(
  file: File,
  accepted: readonly string[],
  largestBytes: number,
): Promise<string | undefined> {
  if (file.size === 0) return `${file.name} is empty`
  if (file.size > largestBytes) return `${file.name} is larger than ${largestBytes / 1024 / 1024} MB`
  if (accepted.length > 0 && formatOf(file.name, accepted) === undefined)
    return `${file.name} is not one of: ${accepted.join(', ')}`
  const head = await headOf(file)
  if (!head) return `${file.name} can’t be read. It may have been moved or renamed.`
  return fits(head, normal(/\.([^.]+)$/.exec(file.name)?.[1] ?? ''))
    ? undefined
    : `${file.name}: the content doesn’t match the file extension`
}

/** The format of an image by its first bytes, whatever it is called. */
export async function imageFormatOf(file: Blob): Promise<'png' | 'jpeg' | 'gif' | 'webp' | undefined> {
  const head = await headOf(file)
  return head && (['png', 'jpeg', 'gif', 'webp'] as const).find((format) => fits(head, format))
}

/** The value of a file input's `accept` for these formats. */
export function acceptOf(accepted: readonly string[]): string | undefined {
  const endings = accepted.flatMap((format) => {
    const plain = normal(format)
    return Object.entries(synonyms)
      .filter(([, known]) => known === plain)
      .map(([other]) => `.${other}`)
      .concat(`.${plain}`)
  })
  return endings.length > 0 ? endings.join(',') : undefined
}

const synonyms: Record<string, string> = { jpg: 'jpeg', jpe: 'jpeg', tif: 'tiff', htm: 'html', yml: 'yaml' }

function normal(format: string): string {
  const plain = format.trim().toLowerCase().replace(/^.*\//, '').replace(/^\./, '')
  return synonyms[plain] ?? plain
}

const zip = ['504b0304', '504b0506']
const office = ['d0cf11e0a1b11ae1']

/** First bytes in hex; a dot stands for any digit. Formats that are not here are taken as they are. */
const signatures: Record<string, readonly string[]> = {
  pdf: ['25504446'],
  png: ['89504e470d0a1a0a'],
  jpeg: ['ffd8ff'],
  gif: ['474946383761', '474946383961'],
  webp: ['52494646........57454250'],
  tiff: ['49492a00', '4d4d002a'],
  zip,
  docx: zip,
  xlsx: zip,
  pptx: zip,
  odt: zip,
  ods: zip,
  odp: zip,
  doc: office,
  xls: office,
  ppt: office,
  mp4: ['........66747970'],
  heic: ['........66747970'],
}

const text = new Set(['txt', 'csv', 'tsv', 'md', 'json', 'xml', 'html', 'yaml', 'ics', 'vcf', 'svg'])

function fits(head: Uint8Array, format: string): boolean {
  if (text.has(format)) return !head.includes(0)
  const hex = Array.from(head, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return signatures[format]?.some((signature) => new RegExp(`^${signature}`).test(hex)) ?? true
}

/** Undefined when the browser may not read the file (any more). */
async function headOf(file: Blob): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, 512).arrayBuffer())
  } catch {
    return undefined
  }
}
