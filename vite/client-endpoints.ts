import { type ESTree, type Plugin, Visitor, parseSync } from 'vite'

/** What only the service reads of an endpoint, of a declared kind of record, and of the files that records have. */
const unread: Readonly<Record<string, readonly string[]>> = {
  endpoint: [
    'params',
    'query',
    'body',
    'bodyType',
    'record',
    'about',
    'permission',
    'text',
    'needsVersion',
    'isIdempotent',
  ],
  resource: ['input', 'history', 'example', 'most', 'texts'],
  attachmentParts: ['texts'],
}

/** Leaves out of the dashboard what only the service reads of an endpoint, so that it costs no visit a byte. */
export function clientEndpoints(): Plugin {
  return {
    name: 'client-endpoints',
    transform: {
      filter: { id: /\/contract\/[^?]+\.ts$/ },
      handler(code, id) {
        const cuts: ESTree.ObjectProperty[] = []
        new Visitor({
          CallExpression({ callee, arguments: [...given] }) {
            const names = callee.type === 'Identifier' ? unread[callee.name] : undefined
            const draft = given.at(-1)
            if (!names || draft?.type !== 'ObjectExpression') return
            for (const property of draft.properties)
              if (property.type === 'Property' && names.includes(nameOf(property))) cuts.push(property)
          },
        }).visit(parseSync(id, code).program)
        const result = cuts.reduceRight(
          (kept, { start, end }) => kept.slice(0, start) + kept.slice(end).replace(/^\s*,/, ''),
          code,
        )
        return { code: result, map: null }
      },
    },
  }
}

const nameOf = ({ key }: ESTree.ObjectProperty): string => (key.type === 'Identifier' ? key.name : '')
