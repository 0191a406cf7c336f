/**
 * Returns the request target as the path and query that the router and everything else reads. Escaped letters, digits
 * and `-._~` mean the characters themselves (RFC 3986, 6.2.2.2): decoded here, once, no two readers can disagree on
 * where a path leads. A path that is not valid percent-encoding names nothing, so it is escaped and not found.
 */
export function normalTarget(target: string): string {
  // A proxy may ask for a whole address (RFC 9112, 3.2.2). A fragment is never part of a request.
  const [local = ''] = target.replace(/^https?:\/\/[^/?#]*/i, '').split('#', 1)
  const end = local.indexOf('?')
  const path = (end < 0 ? local : local.slice(0, end)) || '/'
  return normalPath(path) + (end < 0 ? '' : local.slice(end))
}

function normalPath(path: string): string {
  if (!path.includes('%')) return path
  const plain = path.replace(/%[0-9a-f]{2}/gi, (escaped) => {
    const character = String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    return /[\w.~-]/.test(character) ? character : escaped
  })
  try {
    decodeURI(plain)
    return plain
  } catch {
    return plain.replaceAll('%', '%25')
  }
}

/** Returns a path fit for the log: no query, and no part that could be a token. */
export const loggedPath = (url: string): string =>
  (url.split('?', 1)[0] ?? '')
    .replace(/^\/files\/[^/]+/i, '/files/…')
    .replace(/[\w-]{32,}/g, '…')
    .slice(0, 200)
