/**
 * The names of a multipart body: `a[b][c][]` and back. Used by both sides, so that what the dashboard writes is by
 * construction what the service reads. The service additionally holds every name against a closed list of patterns.
 */

/** A segment of a name; the empty string stands for `[]`, "append to the list". */
export type NamePath = readonly string[]

const shape = /^([a-z_][a-z0-9_]*)((?:\[[a-z0-9_-]*\])*)$/i
const longestName = 200

/** `custom_fields[12][value]` → `['custom_fields', '12', 'value']`; undefined for any other name. */
export function parseName(name: string): NamePath | undefined {
  if (name.length > longestName) return undefined
  const match = shape.exec(name)
  if (!match) return undefined
  const [, head = '', tail = ''] = match
  return tail === '' ? [head] : [head, ...tail.slice(1, -1).split('][')]
}

/** The inverse of `parseName`. */
export function joinName(path: NamePath): string {
  const [head = '', ...rest] = path
  return head + rest.map((segment) => `[${segment}]`).join('')
}

/** A field of a form: its bracketed name on the wire, and its value. */
export type Entry<Leaf> = readonly [name: string, value: Leaf]

type Tree<Leaf> = Leaf | readonly Tree<Leaf>[] | { readonly [key: string]: Tree<Leaf> | undefined }

/** A nested object as the entries of a form, in order. `isLeaf` tells values (text, files) from objects. */
export function flatten<Leaf>(tree: Tree<Leaf>, isLeaf: (value: unknown) => value is Leaf): Entry<Leaf>[] {
  const entries: Entry<Leaf>[] = []
  const visit = (node: Tree<Leaf> | undefined, path: NamePath) => {
    if (node === undefined) return
    if (isLeaf(node)) entries.push([joinName(path), node])
    else if (Array.isArray(node)) for (const item of node) visit(item as Tree<Leaf>, [...path, ''])
    else for (const [key, value] of Object.entries(node as object)) visit(value as Tree<Leaf>, [...path, key])
  }
  visit(tree, [])
  return entries
}
