import type { Operation } from './api-document.ts'

/** Requests of the reference, as they are typed. Credentials are environment variables: never a secret. */

const variables: Readonly<Record<string, string>> = { token: 'BUREAU_TOKEN', key: 'BUREAU_KEY' }

/** Fields of forms that are files. */
const upload = /photo|logo|^file$|\[files\]/

interface Parts {
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly variable: string | undefined
  readonly body: unknown
  readonly isForm: boolean
}

function partsOf(
  { method, path, credentials, parameters, examples, body }: Operation,
  address: string,
): Parts {
  const query = Object.entries(examples).filter(([name]) => parameters.query.some((one) => one.name === name))
  const search = new URLSearchParams(query.map(([name, value]): [string, string] => [name, String(value)]))
  const target = path.replaceAll(/\{\w+\}/g, '42')
  const credential = credentials.find((name) => variables[name] !== undefined)
  const isForm = body?.type === 'multipart/form-data'
  const takes = (name: string) => parameters.header.some((one) => one.name === name)
  const hasBody = body !== undefined && !isForm && body.example !== undefined
  return {
    url: `${address}${target}${search.size > 0 ? `?${search}` : ''}`,
    variable: credential && variables[credential],
    headers: [
      ...(path.startsWith('/api/v1/') ? [['accept', 'application/json'] as const] : []),
      ...(hasBody ? [['content-type', 'application/json'] as const] : []),
      ...(takes('If-Match') ? [['if-match', '"1"'] as const] : []),
      ...(takes('Idempotency-Key') && method !== 'GET' ? [['idempotency-key', ''] as const] : []),
    ],
    body: body?.example,
    isForm,
  }
}

/** Returns a request as a command for a shell. */
export function curlExample(operation: Operation, address: string): string {
  const { url, headers, variable, body, isForm } = partsOf(operation, address)
  const isPlain = operation.method === 'GET' || (operation.method === 'POST' && body !== undefined)
  return [
    `curl${isPlain ? '' : ` -X ${operation.method}`} ${quoted(url)}`,
    ...(variable === undefined ? [] : [`-H "Authorization: Bearer $${variable}"`]),
    ...headers.map(([name, value]) =>
      name === 'idempotency-key'
        ? '-H "Idempotency-Key: $(uuidgen)"'
        : `-H ${quoted(`${titled(name)}: ${value}`)}`,
    ),
    ...(isForm
      ? Object.entries(body ?? {}).map(([name, value]) =>
          upload.test(name)
            ? `-F ${quoted(`${name}=@${value}`)}`
            : `--form-string ${quoted(`${name}=${value}`)}`,
        )
      : body === undefined
        ? []
        : [`-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ].join(' \\\n  ')
}

/** Returns a request in TypeScript, with nothing but what Node has. */
export function typescriptExample(operation: Operation, address: string): string {
  const { url, headers, variable, body, isForm } = partsOf(operation, address)
  const entries = [
    ...(variable === undefined ? [] : [`authorization: \`Bearer \${process.env.${variable}}\``]),
    ...headers.map(([name, value]) =>
      name === 'idempotency-key'
        ? "'idempotency-key': crypto.randomUUID()"
        : `${/^\w+$/.test(name) ? name : literal(name)}: ${literal(value)}`,
    ),
  ]
  const options = [
    ...(operation.method === 'GET' ? [] : [`  method: '${operation.method}',`]),
    ...(entries.length === 0 ? [] : ['  headers: {', ...entries.map((entry) => `    ${entry},`), '  },']),
    ...(isForm
      ? ['  body: form,']
      : body === undefined
        ? []
        : [`  body: JSON.stringify(${indented(source(body))}),`]),
  ]
  const call =
    options.length === 0
      ? `await fetch(${literal(url)})`
      : `await fetch(${literal(url)}, {\n${options.join('\n')}\n})`
  const [success] = operation.replies
  const hasJson = success?.body?.type === 'application/json'
  return [
    ...(isForm ? formLines(body) : []),
    `const response = ${call}`,
    'if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)',
    ...(hasJson
      ? [
          `const ${JSON.stringify(success?.body?.example)?.startsWith('{"data"') ? '{ data }' : 'result'} = await response.json()`,
        ]
      : []),
    '',
  ].join('\n')
}

function formLines(body: unknown): string[] {
  const entries = Object.entries(body ?? {})
  return [
    ...(entries.some(([name]) => upload.test(name)) ? ["import { openAsBlob } from 'node:fs'", ''] : []),
    'const form = new FormData()',
    ...entries.map(([name, value]) =>
      upload.test(name)
        ? `form.append(${literal(name)}, await openAsBlob(${literal(String(value))}), ${literal(String(value))})`
        : `form.append(${literal(name)}, ${literal(String(value))})`,
    ),
    '',
  ]
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const literal = (text: string) =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

const titled = (name: string) => name.replaceAll(/\b\w/g, (letter) => letter.toUpperCase())

const indented = (text: string) => text.replaceAll('\n', '\n  ')

/** A value as TypeScript writes it. */
function source(value: unknown): string {
  if (typeof value === 'string') return literal(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = Array.isArray(value)
    ? value.map((item) => source(item))
    : Object.entries(value).map(
        ([name, item]) => `${/^[a-z_]\w*$/i.test(name) ? name : literal(name)}: ${source(item)}`,
      )
  if (inner.length === 0) return Array.isArray(value) ? '[]' : '{}'
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const short = `${open}${Array.isArray(value) ? '' : ' '}${inner.join(', ')}${Array.isArray(value) ? '' : ' '}${close}`
  if (short.length <= 60 && !short.includes('\n')) return short
  return `${open}\n${inner.map((item) => `  ${indented(item)},`).join('\n')}\n${close}`
}
