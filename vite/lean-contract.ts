import { type ESTree, type Plugin, Visitor, parseSync } from 'vite'

/** What only the service reads of an endpoint, of a declared kind of record, of the files that records have, and of exports. */
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
  listExport: ['subject', 'query'],
}

/** Leaves out of the dashboard what it doesn’t use of the contract, which has no side effects. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    transform: {
      filter: { id: /\/contract\/[^?]+\.ts$/ },
      handler: (code, id) => ({ code: asPure(withoutUnread(code, id), id), map: null }),
    },
  }
}

function withoutUnread(code: string, id: string): string {
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
  return cuts.reduceRight(
    (kept, { start, end }) => kept.slice(0, start) + kept.slice(end).replace(/^\s*,/, ''),
    code,
  )
}

/** Lets the bundler drop values that nothing uses: of a schema with a check, it can’t know that making it does nothing else. */
function asPure(code: string, id: string): string {
  const values = parseSync(id, code).program.body.flatMap((node) => {
    const declared = node.type === 'ExportNamedDeclaration' ? node.declaration : node
    return declared?.type === 'VariableDeclaration' ? declared.declarations.map(({ init }) => init) : []
  })
  return values.reduceRight((kept, value) => {
    if (value?.type !== 'CallExpression' && value?.type !== 'ObjectExpression') return kept
    const { start, end } = value
    return `${kept.slice(0, start)}/* @__PURE__ */ (() => (${kept.slice(start, end)}))()${kept.slice(end)}`
  }, code)
}

const nameOf = ({ key }: ESTree.ObjectProperty): string => (key.type === 'Identifier' ? key.name : '')
