/** How many entries the lists and objects of a body may have together. More than a thousand customers or columns, with some to spare. */
const mostEntries = 20_000

/** Returns the path of the list or object with which a body has too many entries to be checked; undefined for others. */
export function overlong(body: object): string | undefined {
  const waiting: { readonly path: string; readonly value: object }[] = [{ path: '', value: body }]
  let left = mostEntries
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { path, value } = next
    const names = Object.keys(value)
    left -= names.length
    if (left < 0) return path || 'body'
    for (const name of names) {
      const inner: unknown = (value as Readonly<Record<string, unknown>>)[name]
      if (typeof inner === 'object' && inner !== null)
        waiting.push({ path: path === '' ? name : `${path}.${name}`, value: inner })
    }
  }
  return undefined
}
