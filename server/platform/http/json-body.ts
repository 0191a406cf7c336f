import type { FastifyInstance } from 'fastify'

import { HttpError, invalidField } from '#server/platform/lib/http-error.ts'

/** Far deeper than any valid body. Deeper ones are not parsed, so that no later code can overflow the stack. */
const deepest = 64

/**
 * Reads JSON bodies: UTF-8, every key once. A byte order mark is skipped. An empty body counts as none, since clients
 * send the content type with every request.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      const text = decode(bytes, request.headers['content-type'])
      if (text === '') return done(null, undefined)
      checkShape(text)
      return parse(request, text, (error, body) => {
        // Only an escape can make half a character: the bytes are UTF-8.
        const broken = error === null && /\\u[dD][89a-fA-F]/.test(text) ? pathOfBroken(body) : undefined
        done(broken === undefined ? error : brokenText(broken), body)
      })
    } catch (error) {
      return done(error as Error, undefined)
    }
  })
}

const brokenText = (path: string) =>
  path === ''
    ? new HttpError('MALFORMED', 'The JSON contains half of a surrogate pair')
    : invalidField(path, 'Remove the broken character: it’s half of a surrogate pair')

/** Returns where a text has half a character, such as `line_items.0.description`; undefined if none has. */
function pathOfBroken(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value === 'string') return value.isWellFormed() ? undefined : path.join('.')
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, one] of Object.entries(value)) {
    const found = key.isWellFormed() ? pathOfBroken(one, [...path, key]) : path.join('.')
    if (found !== undefined) return found
  }
  return undefined
}

function decode(bytes: Buffer, contentType = ''): string {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType) ?? []
  if (!/^utf-?8$/i.test(charset)) throw new HttpError('MALFORMED', 'JSON must be sent as UTF-8')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new HttpError('MALFORMED', 'The JSON is not valid UTF-8')
  }
}

/**
 * Throws an `HttpError` if the text is nested too deep or an object has a key twice: which of the two values counts
 * differs from parser to parser. Whether it is JSON at all is for the parser to say.
 */
function checkShape(json: string): void {
  // A set of keys for each open object, undefined for each open list.
  const open: (Set<string> | undefined)[] = []
  // By hand: a regular expression that skips strings takes quadratic time on one that never ends.
  for (let index = 0; index < json.length; index += 1) {
    const character = json[index]
    if (character === '{') open.push(new Set())
    else if (character === '[') open.push(undefined)
    else if (character === '}' || character === ']') open.pop()
    else if (character === '"') {
      const end = endOfString(json, index)
      const keys = open.at(-1)
      if (keys && isKey(json, end)) addKey(keys, json.slice(index, end))
      index = end - 1
    }
    if (open.length > deepest) {
      throw new HttpError('MALFORMED', `The JSON is nested more than ${deepest} levels deep`)
    }
  }
}

/** Returns the position after the closing quote of the string that begins at `start`. */
function endOfString(json: string, start: number): number {
  for (let index = start + 1; index < json.length; index += 1) {
    if (json[index] === '"') return index + 1
    if (json[index] === '\\') index += 1
  }
  return json.length
}

function isKey(json: string, end: number): boolean {
  let index = end
  while (' \t\n\r'.includes(json[index] ?? 'x')) index += 1
  return json[index] === ':'
}

function addKey(keys: Set<string>, quoted: string): void {
  let key = quoted
  try {
    // "a" and "\u0061" are the same key.
    key = JSON.parse(quoted) as string
  } catch {
    // The parser rejects the whole body.
  }
  if (keys.has(key)) throw new HttpError('MALFORMED', `The JSON has the key "${key.slice(0, 100)}" twice`)
  keys.add(key)
}
