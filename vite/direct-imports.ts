import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Plugin } from 'vite'
import { parseSync } from 'vite'

/** Packages whose index re-exports everything they have. */
const packages = [
  '@mantine/core',
  '@mantine/hooks',
  '@mantine/notifications',
  '@tabler/icons-react',
  '@tanstack/query-core',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/router-core',
]

/** Where an exported name of a package lives: its module, and what it's called there. */
type Exports = ReadonlyMap<string, { readonly module: string; readonly name: string }>

/**
 * Imports each name of a large package from its own module instead of the package's index. Chunks are cut before unused
 * code is dropped, so that through an index everything in the package would count as needed by any that imports one name.
 */
export function directImports(root: string): Plugin {
  const known = new Map<string, Exports>()
  const exportsOf = (name: string): Exports => {
    const read = known.get(name) ?? readExports(join(root, 'node_modules', name), exportsOf)
    known.set(name, read)
    return read
  }
  return {
    name: 'direct-imports',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!packages.some((name) => code.includes(name))) return null
      const { program } = parseSync(id, code)
      let result = code
      for (const node of program.body.toReversed()) {
        if (node.type !== 'ImportDeclaration' || !packages.includes(node.source.value)) continue
        const exported = exportsOf(node.source.value)
        const lines = node.specifiers.map((specifier) => {
          const name = specifier.type === 'ImportSpecifier' ? nameOf(specifier.imported) : undefined
          const found = name === undefined ? undefined : exported.get(name)
          return found ? importLine(found.name, specifier.local.name, found.module) : undefined
        })
        // A namespace stays as it is.
        if (lines.length === 0 || lines.includes(undefined)) continue
        result = result.slice(0, node.start) + lines.join('\n') + result.slice(node.end)
      }
      return result === code ? null : { code: result, map: null }
    },
  }
}

const importLine = (name: string, local: string, module: string) =>
  `import { ${name === local ? name : `${name} as ${local}`} } from ${JSON.stringify(module)};`

/** `exportsOf` reads another one of the packages, whose names this one may pass on. */
function readExports(folder: string, exportsOf: (name: string) => Exports): Exports {
  const file = join(
    folder,
    indexOf(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest),
  )
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const locate = (source: string, name: string) => {
    if (source.startsWith('.')) return { module: join(dirname(file), source), name }
    return (packages.includes(source) && exportsOf(source).get(name)) || { module: source, name }
  }
  const imported = new Map<string, { module: string; name: string }>()
  const exported = new Map<string, { module: string; name: string }>()
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      for (const specifier of node.specifiers)
        if (specifier.type === 'ImportSpecifier')
          imported.set(specifier.local.name, locate(node.source.value, nameOf(specifier.imported)))
    }
    if (node.type === 'ExportAllDeclaration' && packages.includes(node.source.value))
      for (const [name, found] of exportsOf(node.source.value)) exported.set(name, found)
    if (node.type !== 'ExportNamedDeclaration') continue
    for (const specifier of node.specifiers) {
      const local = nameOf(specifier.local)
      const found = node.source ? locate(node.source.value, local) : imported.get(local)
      if (found) exported.set(nameOf(specifier.exported), found)
    }
  }
  return exported
}

interface Manifest {
  readonly module: string
  readonly exports?: { readonly '.'?: { readonly import?: string | { readonly default: string } } }
}

/** A package may name an index for older bundlers under `module` as well. */
function indexOf({ module, exports }: Manifest): string {
  const index = exports?.['.']?.import
  return typeof index === 'string' ? index : (index?.default ?? module)
}

const nameOf = (node: { type: string; name?: string; value?: unknown }): string =>
  node.type === 'Identifier' ? String(node.name) : String(node.value)
