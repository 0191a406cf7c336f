/**
 * Checks a file by its extension and its first bytes before it is sent. The service looks closer; this saves people the
 * wait for an upload that can't succeed.
 */

/** Returns the accepted format of a file name, as the configuration spells it; undefined if it isn't accepted. */
export function formatOf(fileName: string, accepted: readonly string[]): string | undefined {
  const extension = normalized(/\.([^.]+)$/.exec(fileName)?.[1] ?? '')
  return extension === '' ? undefined : accepted.find((format) => normalized(format) === extension)
}

/** Returns why this file can't be uploaded, as a message for people; undefined if it can. */
export async function problemOf(
  file: File,
  accepted: readonly string[],
  largestBytes: number,
): Promise<string | undefined> {
  if (file.size === 0) return `${file.name} is empty`
  if (file.size > largestBytes) return `${file.name} is larger than ${largestBytes / 1024 / 1024} MB`
  if (accepted.length > 0 && formatOf(file.name, accepted) === undefined)
    return `${file.name} isn’t one of the accepted formats: ${accepted.join(', ')}`
  const head = await headOf(file)
  if (!head) return `${file.name} can’t be read. It may have been moved or renamed.`
  return fits(head, normalized(/\.([^.]+)$/.exec(file.name)?.[1] ?? ''))
    ? undefined
    : `${file.name}: the content doesn’t match the file extension`
}

/** Returns the format of an image by its first bytes, whatever its name is; undefined if it isn't an image. */
export async function imageFormatOf(file: Blob): Promise<'png' | 'jpeg' | 'gif' | 'webp' | undefined> {
  const head = await headOf(file)
  return head && (['png', 'jpeg', 'gif', 'webp'] as const).find((format) => fits(head, format))
}

/** Returns the `accept` of a file input for these formats. */
export function acceptOf(accepted: readonly string[]): string | undefined {
  const endings = accepted.flatMap((format) => {
    const plain = normalized(format)
    return Object.entries(synonyms)
      .filter(([, known]) => known === plain)
      .map(([other]) => `.${other}`)
      .concat(`.${plain}`)
  })
  return endings.length > 0 ? endings.join(',') : undefined
}

const synonyms: Record<string, string> = { jpg: 'jpeg', jpe: 'jpeg', tif: 'tiff', htm: 'html', yml: 'yaml' }

function normalized(format: string): string {
  const plain = format.trim().toLowerCase().replace(/^.*\//, '').replace(/^\./, '')
  return synonyms[plain] ?? plain
}

const zip = ['504b0304', '504b0506']
const office = ['d0cf11e0a1b11ae1']

/** First bytes in hex; a dot matches any digit. Formats that aren't listed aren't checked. */
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

/** Returns the first bytes; undefined if the browser can't read the file any more. */
async function headOf(file: Blob): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, 512).arrayBuffer())
  } catch {
    return undefined
  }
}
