import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'

/** Bodies up to this size are read in full before they're passed on. */
const mostBytes = 256 * 1024
/** Longest text that one of them may contain. */
const mostTextBytes = 8 * 1024 * 1024

const decoders: Readonly<Record<string, (body: Buffer) => Promise<Buffer>>> = {
  identity: (body) => Promise.resolve(body),
  gzip: (body) => promisify(gunzip)(body, { maxOutputLength: mostTextBytes }),
  br: (body) => promisify(brotliDecompress)(body, { maxOutputLength: mostTextBytes }),
}

/** Whether that body can be read in full first: one record, or a list of known, small size. Other lists stream. */
export const isCheckable = (path: string, headers: Readonly<Record<string, string>>): boolean =>
  path.includes('/:id') || Number(headers['content-length'] ?? Infinity) <= mostBytes

/**
 * Reads a body in full. Returns it if it's JSON in the encoding it claims, or undefined. A body that is longer than
 * 256 KiB is returned unchecked, as it comes. Throws what ends the body too early.
 */
export async function checkedBody(
  body: AsyncIterable<Buffer>,
  encoding = 'identity',
): Promise<Buffer | AsyncIterable<Buffer> | undefined> {
  const { whole, body: read } = await readStart(body, mostBytes)
  if (!whole) return read
  try {
    JSON.parse((await decoders[encoding]?.(whole))?.toString() ?? '')
    return whole
  } catch {
    return undefined
  }
}

interface Read {
  /** The body, where it is short enough. */
  readonly whole: Buffer | undefined
  /** The same body, to be passed on. */
  readonly body: Buffer | AsyncIterable<Buffer>
}

/** Reads a body, but no more of it than about that. Throws what ends it too early. */
export async function readStart(body: Buffer | AsyncIterable<Buffer>, most: number): Promise<Read> {
  if (Buffer.isBuffer(body)) return { whole: body, body }
  const rest = body[Symbol.asyncIterator]()
  const chunks: Buffer[] = []
  let bytes = 0
  while (bytes <= most) {
    const { done, value } = await rest.next()
    if (done) {
      const whole = Buffer.concat(chunks)
      return { whole, body: whole }
    }
    chunks.push(value)
    bytes += value.length
  }
  return { whole: undefined, body: continued(chunks, rest) }
}

async function* continued(chunks: readonly Buffer[], rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield* chunks
  yield* { [Symbol.asyncIterator]: () => rest }
}
