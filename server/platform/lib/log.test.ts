import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

import { expect, test } from 'vitest'

const log = JSON.stringify(new URL('./log.ts', import.meta.url).href)
const run = (script: string) =>
  spawn(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { makeLog } from ${log}\nconst log = makeLog({ logLevel: 'info' })\n${script}`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
const messages = (output: string) =>
  output
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg)

test('buffered lines are written when the process exits', async () => {
  const child = run(`log.info('one'); log.info('two'); process.exit(0)`)
  expect(messages(await text(child.stdout))).toEqual(['one', 'two'])
})

test('a warning is written immediately, after the lines before it', async () => {
  // The loop keeps timers from running, and the kill keeps anything from running on exit.
  const child = run(`log.info('one'); log.warn('two'); for (;;);`)
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGKILL')
  expect(messages(String(output))).toEqual(['one', 'two'])
})

test('a running process flushes a line without waiting for the next one', async () => {
  const child = run(`log.info('one'); setInterval(() => undefined, 1000)`)
  const [output] = (await once(child.stdout, 'data')) as [Buffer]
  child.kill('SIGKILL')
  expect(messages(String(output))).toEqual(['one'])
})

test('secrets are left out of what is logged', async () => {
  const secrets = ['password', 'token', 'secret', 'authorization', 'cookie']
  const fields = JSON.stringify(Object.fromEntries(secrets.map((name) => [name, 'sesame'])))
  const output = await text(run(`log.info({ request: ${fields} }, 'one')`).stdout)
  expect(JSON.parse(output).request).toEqual(Object.fromEntries(secrets.map((name) => [name, '…'])))
  expect(output).not.toContain('sesame')
})
