import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import ipaddr from 'ipaddr.js'
import { describe, expect, onTestFinished, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { makeDataDir, removeDataDir } from '#server/testing/data-dir.ts'
import { startProcess } from '#server/testing/process.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ')
const compose = read('compose.yaml')
const packageJson = JSON.parse(read('package.json')) as {
  readonly scripts: Record<string, string>
  readonly engines: { readonly node: string }
  readonly optionalDependencies: Record<string, string>
}

/** What follows that instruction, each time it is there, in the last stage or in all of them. */
const said = (instruction: string, text = dockerfile) =>
  Array.from(text.matchAll(new RegExp(`^\\s*${instruction} +(.+)$`, 'gm')), ([, rest = '']) => rest.trim())
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
const environment = Object.fromEntries(
  said('ENV', lastStage)
    .flatMap((text) => text.split(/ +/))
    .map((pair) => pair.split('=', 2) as [string, string]),
)
/** Variables of the service in the compose file: those of the database begin otherwise. */
const composed = new Map(
  Array.from(
    compose.matchAll(/^ {6}([A-Z_]+): (.+)$/gm),
    ([, name = '', value = '']) => [name, value] as const,
  ).filter(([name]) => !name.startsWith('POSTGRES_')),
)

describe('the image', () => {
  test('is built with the Node that the project asks for, and runs the one of its lock file', () => {
    const major = /(\d+)/.exec(packageJson.engines.node)?.[1]
    const images = said('FROM')
    expect(images.slice(0, -1).every((image) => image.startsWith(`node:${major}-`))).toBe(true)
    for (const version of Object.values(packageJson.optionalDependencies))
      expect(version.split('.')[0]).toBe(major)
    expect(lastStage).not.toMatch(/FROM node/)
  })

  test('starts the service as npm start does, without npm, and not as root', () => {
    const [command] = said('CMD', lastStage).slice(-1)
    const [node, ...args] = JSON.parse(command ?? '[]') as string[]
    expect(node).toBe('node_modules/.bin/node')
    expect(`node ${args.join(' ')}`).toBe(packageJson.scripts['start'])
    const [user] = said('USER', lastStage)
    expect(dockerfile).toMatch(new RegExp(`useradd .*\\b${user}\\b`))
    expect(user).not.toBe('root')
  })

  test('has variables that the service reads, whose port is exposed and whose data is in the volume', () => {
    const config = readConfig(environment)
    expect(said('EXPOSE', lastStage)).toEqual([String(config.port)])
    expect(said('VOLUME', lastStage)).toEqual([config.dataDir])
    expect(dockerfile).toContain(`--mode=0700 ${config.dataDir}`)
    expect(config).toMatchObject({ host: '0.0.0.0', demo: false })
  })

  test('runs scripts that exist', () => {
    const scripts = Array.from(dockerfile.matchAll(/npm run ([\w-]+)/g), ([, name = '']) => name)
    expect(scripts).toEqual(['build'])
    for (const name of scripts) expect(packageJson.scripts).toHaveProperty(name)
  })

  test('has everything that the build and the service read, and no data', () => {
    const [everything, ...rules] = read('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect(everything).toBe('*')
    const kept = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1))
    const sources =
      /const sources = (\[.*\])/.exec(read('server/dashboard/build.ts'))?.[1]?.replaceAll("'", '"') ?? ''
    expect(kept).toEqual(expect.arrayContaining(JSON.parse(sources) as string[]))
    expect(kept).toEqual(expect.arrayContaining(['package.json', 'server', 'contract', 'tsconfig.base.json']))
    expect(kept.filter((path) => /data|dist|node_modules|env/.test(path))).toEqual([])

    const left = rules.filter((rule) => rule.startsWith('server/'))
    expect(left).toEqual(['server/bench', 'server/testing'])
    const missing = globSync('server/**/*.ts', { cwd: root })
      .filter((file) => !/\.test\.ts$|^server\/(bench|testing)\//.test(file))
      .filter((file) => left.some((folder) => read(file).includes(`#${folder}/`)))
    // The benchmarks are for a checkout.
    expect(missing).toEqual(['server/cli/bench.ts'])
  })

  test('is healthy while the service serves, and not when it doesn’t', async () => {
    const dataDir = await makeDataDir()
    onTestFinished(() => removeDataDir(dataDir))
    const service = await startProcess(dataDir, { LOG_LEVEL: 'silent' })
    onTestFinished(async () => void (await service.end('SIGKILL')))
    const [, command = '[]'] = /HEALTHCHECK .*?CMD (\[.*\])/.exec(lastStage) ?? []
    const [node = '', ...args] = JSON.parse(command) as string[]
    const check = async () => {
      const env = { ...process.env, PORT: new URL(service.url).port }
      const [code] = (await once(spawn(join(root, node), args, { env, stdio: 'ignore' }), 'exit')) as [number]
      return code
    }
    expect(await check()).toBe(0)
    await service.end()
    expect(await check()).toBe(1)
  }, 300_000)
})

describe('the compose file', () => {
  test('sets variables that the service reads', () => {
    const source = read('server/config.ts')
    expect(composed.size).toBeGreaterThan(3)
    for (const name of composed.keys()) expect(source).toMatch(new RegExp(`^ {2}${name}: `, 'm'))
    const given = Object.fromEntries(
      Array.from(composed, ([name, value]) => [
        name,
        value.replaceAll(/\$\{(\w+):\?\}/g, (_, variable: string) =>
          variable === 'PUBLIC_URL' ? 'https://bureau.example.com' : 'x'.repeat(40),
        ),
      ]),
    )
    expect(readConfig(given)).toMatchObject({ publicUrl: 'https://bureau.example.com' })
  })

  test('publishes the service to the machine only, and trusts the gateway of its network', () => {
    const port = environment['PORT']
    expect(compose).toContain(`ports: ['127.0.0.1:${port}:${port}']`)
    const [, subnet = ''] = /subnet: ([\d./]+)/.exec(compose) ?? []
    const gateway = composed.get('TRUSTED_PROXIES') ?? ''
    expect(ipaddr.parse(gateway).match(ipaddr.parseCIDR(subnet))).toBe(true)
  })

  test('keeps the data in volumes and everything else read-only', () => {
    expect(compose).toContain('read_only: true')
    expect(compose).toContain(`volumes: ['data:${environment['DATA_DIR']}']`)
    expect(compose).toContain('tmpfs: [/tmp]')
  })
})

test('the systemd unit starts the service as npm start does', () => {
  const unit = read('docs/operations/bureau.service')
  expect(unit).toContain(`ExecStart=/opt/bureau/node_modules/.bin/${packageJson.scripts['start']}\n`)
})
