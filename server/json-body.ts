import type { FastifyInstance } from 'fastify'

import { Refusal } from './errors.ts'

/** Far deeper than any body of ours. What is nested deeper is not parsed, so nothing later can run out of stack. */
const deepest = 64

/** Reads JSON bodies. An empty one counts as none, since clients send the content type with every request. */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    if (isDeeperThan(deepest, text)) {
      return done(new Refusal('MALFORMED', `The JSON is nested more than ${deepest} levels deep`), undefined)
    }
    return parse(request, text, done)
  })
}

// By hand: a regular expression that skips strings takes quadratic time on one that never ends.
function isDeeperThan(most: number, json: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (sign === '"') isText = !isText
    else if (isText) at += sign === '\\' ? 1 : 0
    else if (sign === '[' || sign === '{') depth += 1
    else if (sign === ']' || sign === '}') depth -= 1
    if (depth > most) return true
  }
  return false
}
