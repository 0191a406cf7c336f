import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { startWithAccount } from '#server/tools/testing/office.ts'

import { normalTarget } from './request-path.ts'

const { service, account } = await startWithAccount()

const ask = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers })

describe('an escaped path', () => {
  test('gets responses that aren’t cached', async () => {
    const answer = await ask('/%61pi/customers?limit=1', { authorization: `Bearer ${account.key}` })
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store'])
  })

  test('gets errors in its surface’s format', async () => {
    const answer = await ask('/api/%76%31/webhooks')
    expect([answer.statusCode, answer.json()]).toEqual([401, { message: 'A valid credential is required' }])
  })

  test('counts toward the rate limit if unknown', async () => {
    const answer = await ask('/%61pi/v1/nope', { authorization: `Bearer ${account.token}` })
    expect([answer.statusCode, answer.json()]).toEqual([404, { message: 'Not found' }])
    expect(answer.headers['x-ratelimit-remaining']).toBeDefined()
  })
})

test.each([
  ['/%61pi/%7e%2e%5F%2d', '/api/~._-'],
  ['/a%2Fb%20c?x=%61', '/a%2Fb%20c?x=%61'],
  ['/%2561pi', '/%2561pi'],
  ['/%zz', '/%25zz'],
  ['/%ff', '/%25ff'],
  ['/api#/v1', '/api'],
  ['http://x.example?page=1', '/?page=1'],
])('the target %s means %s', (target, meant) => {
  expect(normalTarget(target)).toBe(meant)
})

describe('an unknown URL', () => {
  test.each(['/metrics', '/customers/1/nope', '/webhooks/1/edit/2', '/%zz', '/nope.php', '/.env'])(
    '%s gets 404, as a page for browsers and plain text for others',
    async (url) => {
      const [browser, program] = [await ask(url, { accept: 'text/html,*/*;q=0.8' }), await ask(url)]
      expect([browser.statusCode, browser.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
      expect([program.statusCode, program.headers['content-type']]).toEqual([
        404,
        'text/plain; charset=utf-8',
      ])
      expect(program.body).toBe('Not found\n')
    },
  )
})

describe('a screen of the dashboard', () => {
  const tree = readFileSync(new URL('../../../src/routeTree.gen.ts', import.meta.url), 'utf8')
  const [, union = ''] = /\n {2}fullPaths:((?:\n {4}\| '[^']*')+)/.exec(tree) ?? []
  // The route for every other address says that there is no such page.
  const screens = [...union.matchAll(/'([^']+)'/g)]
    .map(([, path = '']) => path)
    .filter((path) => path !== '/$')

  test.each(screens)('%s is served', async (screen) => {
    const answer = await ask(screen.replaceAll(/\$\w+/g, '7'))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  })
})
