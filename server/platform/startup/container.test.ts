import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, matchesGlob, relative, resolve } from 'node:path'

import ipaddr from 'ipaddr.js'
import { describe, expect, onTestFinished, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { sampleLineItem } from '#server/doors/reference/examples.ts'
import { buildDashboard } from '#server/platform/dashboard/build.ts'
import { makeDataDir, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { credentialsOn, startProcess } from '#server/tools/testing/process.ts'
import { customerParts } from '#server/tools/testing/service.ts'

const root = resolve(import.meta.dirname, '../../..')
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

const ignoreRules = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))

/** Whether the image gets that file or folder: of the rules for it or a folder above it, the last one counts. */
function isCopied(path: string): boolean {
  const parts = path.split('/')
  const above = parts.map((_, index) => parts.slice(0, index + 1).join('/'))
  const rule = ignoreRules.findLast((line) => above.some((one) => matchesGlob(one, line.replace(/^!/, ''))))
  return (
    rule === undefined || rule.startsWith('!') || ignoreRules.some((line) => line.startsWith(`!${path}/`))
  )
}

/** Makes a folder with what the image has: the files that are copied, the packages that run, and the built dashboard. */
async function makeImage(): Promise<string> {
  await buildDashboard(() => undefined)
  const image = await mkdtemp(join(tmpdir(), 'bureau-image-'))
  onTestFinished(() => rm(image, { recursive: true }))
  await cp(root, image, {
    recursive: true,
    filter: (from) => from === root || isCopied(relative(root, from)),
  })
  await cp(join(root, 'dist'), join(image, 'dist'), { recursive: true })
  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Record<string, { readonly dev?: true; readonly devOptional?: true }>
  }
  for (const [path, { dev, devOptional }] of Object.entries(packages)) {
    const isDirect = path.lastIndexOf('node_modules/') === 0
    if (!isDirect || dev || devOptional || !existsSync(join(root, path))) continue
    await mkdir(join(image, path, '..'), { recursive: true })
    await symlink(join(root, path), join(image, path))
  }
  return image
}

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

  test('has all files that the service reads: it describes its API, shows its pages and writes PDFs', async () => {
    const dataDir = await makeDataDir()
    onTestFinished(() => removeDataDir(dataDir))
    const service = await startProcess(dataDir, {}, await makeImage())
    onTestFinished(async () => void (await service.end('SIGKILL')))
    // The build is that of these sources.
    expect(service.output()).not.toContain('dashboard')
    const { key } = await credentialsOn(dataDir, '--abilities', 'customers.manage,invoices.manage')
    const headers = { authorization: `Bearer ${key}` }
    const get = async (path: string) => {
      const response = await fetch(service.url + path, { headers })
      return [response.status, response.headers.get('content-type')]
    }
    const json = [200, 'application/json; charset=utf-8']
    expect(await get('/api/openapi.json')).toEqual(json)
    expect(await get('/api/x/openapi.json')).toEqual(json)
    for (const page of ['/sign-in', '/customers', '/portal'])
      expect(await get(page)).toEqual([200, 'text/html; charset=utf-8'])

    const form = new FormData()
    for (const [name, value] of await customerParts()) form.append(name, value)
    const created = await fetch(`${service.url}/api/customers`, { method: 'POST', headers, body: form })
    const { data } = (await created.json()) as { data: { id: number } }
    const draft = await fetch(`${service.url}/api/x/invoices`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        customer_id: data.id,
        currency: 'EUR',
        payment_days: 14,
        due_date: null,
        notes: '',
        line_items: [sampleLineItem],
      }),
    })
    const invoice = (await draft.json()) as { data: { id: number } }
    expect(await get(`/api/x/invoices/${invoice.data.id}/pdf`)).toEqual([200, 'application/pdf'])
  }, 300_000)

  test('has no data, no keys and nothing of the benchmarks and tests', async () => {
    const image = await makeImage()
    expect(await readdir(image)).toEqual(expect.not.arrayContaining(['.git', '.env', 'data', 'e2e']))
    const sources = globSync('{server,contract,src}/**', { cwd: image })
    expect(sources.filter((file) => /\.test\.|^server\/(bench|testing)\b/.test(file))).toEqual([])
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

test('nginx, as documented, never sends a change to a second process', () => {
  const conf = read('docs/operations/nginx.conf')
  const location = (name: string) =>
    new RegExp(`^  location ${name} \\{\n(.*?)^  \\}`, 'ms').exec(conf)?.[1]?.trim().split(/\n\s*/)
  // Of POST and PATCH, it knows itself that they may not be repeated.
  expect(location('/')).toEqual([
    'if ($request_method ~ ^(PUT|DELETE)$) { return 418; }',
    'error_page 418 = @once;',
    'proxy_pass http://bureau;',
  ])
  expect(location('@once')).toEqual(['proxy_pass http://bureau;', 'proxy_next_upstream off;'])
})
