const mostFields = 60

/** Returns the dotted paths of all values in payloads, as conditions name them. */
export function payloadFields(samples: readonly unknown[]): readonly string[] {
  const paths = new Set<string>()
  for (const sample of samples) collect(sample, '', paths)
  return [...paths].slice(0, mostFields)
}

function collect(value: unknown, path: string, paths: Set<string>) {
  if (Array.isArray(value)) return
  if (typeof value !== 'object' || value === null) {
    if (path !== '') paths.add(path)
    return
  }
  for (const [name, inner] of Object.entries(value))
    collect(inner, path === '' ? name : `${path}.${name}`, paths)
}
