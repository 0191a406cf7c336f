/** A request as it was sent. */
export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Headers that curl sets itself. */
const left = /^(host|content-length|connection|transfer-encoding|accept-encoding)$/i

/** The request as a command for a POSIX shell. */
export function asCurl({ method, url, headers, body }: SentRequest): string {
  const lines = [
    `curl -X ${quoted(method)} ${quoted(url)}`,
    ...Object.entries(headers)
      .filter(([name]) => !left.test(name))
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    // Not --data, which would read a file where the body begins with @.
    `--data-raw ${quoted(body)}`,
  ]
  return lines.join(' \\\n  ')
}

const quoted = (text: string) =>
  /^[\w.:/-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
