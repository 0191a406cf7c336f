import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import type { Endpoint } from '#contract/wire/endpoint.ts'

import { extensionOperations } from './extensions.ts'

const page = new URL('../../../docs/surface-x.md', import.meta.url)
const heading = '\n## Endpoints\n'
const operations = extensionOperations([])

/** What it is for, and what follows from the rest of it. */
function sentence({ text, needsVersion, isIdempotent, access }: Endpoint): string {
  const parts = [
    text,
    needsVersion && '`If-Match` names the version that was read, or 428 and 412',
    isIdempotent && 'takes an `Idempotency-Key`',
    access === 'staff' && 'sessions only',
    access === 'public' && 'open to anybody',
  ]
  return parts.filter((part) => part !== false).join('; ')
}

const row = (endpoint: Endpoint) =>
  `| \`${endpoint.method} ${endpoint.path}\` | ${sentence(endpoint).replaceAll('|', '\\|')} | ${endpoint.ability ?? ''} |`

const section = ([group, list]: readonly [string, typeof operations]) => `### ${group}

| endpoint | for | ability |
|---|---|---|
${list.map(({ endpoint }) => row(endpoint)).join('\n')}
`

test('each endpoint of Surface X says what it is for', () => {
  expect(operations.filter(({ endpoint }) => endpoint.text === '').map(({ id }) => id)).toEqual([])
})

test('docs/surface-x.md says what the contract does', async () => {
  const [prose = ''] = readFileSync(page, 'utf8').split(heading)
  const sections = [...Map.groupBy(operations, ({ tag }) => tag)].map(section)
  await expect(`${prose}${heading}
Generated from the contract: \`npx vitest run reference/extensions -u\` writes them anew.

${sections.join('\n')}`).toMatchFileSnapshot(page.pathname)
})
