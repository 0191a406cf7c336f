import { createReadStream } from 'node:fs'

/** How the text of a CSV file is written. */
export interface CsvFormat {
  readonly encoding: 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'
  readonly delimiter: string
}

/** Delimiters in use, the likeliest first. */
const delimiters = [',', ';', '\t', '|']
const headBytes = 64 * 1024
const recordsCompared = 20

/** Finds out how a file is written: by its byte order mark, by whether it is UTF-8, and by what splits its first records. */
export async function detectFormat(path: string, head: Buffer): Promise<CsvFormat> {
  const encoding = markedEncoding(head) ?? ((await isUtf8(path)) ? 'utf-8' : 'windows-1252')
  let text = ''
  for await (const part of decoded(path, encoding, headBytes)) text += part
  return { encoding, delimiter: statedDelimiter(text) ?? detectDelimiter(text) }
}

/** Yields the text of the file, or of its first bytes. */
export async function* decoded(
  path: string,
  encoding: CsvFormat['encoding'],
  bytes = Infinity,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path, { end: bytes - 1 }) as AsyncIterable<Buffer>)
    // As a stream: Node 24 decodes a whole Windows-1252 text correctly and Node 20 doesn't.
    yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

function markedEncoding(head: Buffer): CsvFormat['encoding'] | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return head.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 'utf-8' : undefined
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
      decoder.decode(chunk, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}

/** Whether a row is the line by which Excel is told the delimiter, `sep=;`, before the header. */
export const isDelimiterLine = ([first = '', ...rest]: readonly string[]): boolean =>
  /^sep=.?$/i.test(first) && rest.every((cell) => cell === '')

const statedDelimiter = (text: string): string | undefined => /^sep=(.)(?:[\r\n]|$)/i.exec(text)?.[1]

/** Returns the delimiter that splits each of the first records into the most parts. */
export function detectDelimiter(text: string): string {
  const records = firstRecords(text)
  const partsOf = (delimiter: string) => Math.min(...records.map((record) => record.split(delimiter).length))
  const inHeader = (delimiter: string) => records[0]?.split(delimiter).length ?? 1
  const [best = ','] = delimiters.toSorted(
    (a, b) => partsOf(b) - partsOf(a) || inHeader(b) - inHeader(a), // stable: the likeliest of equals
  )
  return best
}

/** Returns the first records without what is in quotes; the last one may be cut off, and blank ones say nothing. */
function firstRecords(text: string): string[] {
  const unquoted = text.replace(/"(?:[^"]|"")*(?:"|$)/g, '')
  const records = unquoted.split(/\r\n|\n|\r/).slice(0, recordsCompared + 1)
  const whole = records.length > 1 ? records.slice(0, -1) : records
  return whole.filter((record) => record !== '')
}
