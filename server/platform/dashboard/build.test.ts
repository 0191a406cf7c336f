import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { environmentOf, makeDataDir, removeDataDir } from '#server/tools/testing/data-dir.ts'

const root = resolve(import.meta.dirname, '../../..')
const withinMs = 60_000
let checkout: string
let dataDir: string
const running: ChildProcess[] = []

beforeEach(async () => {
  dataDir = await makeDataDir()
  checkout = await mkdtemp(join(tmpdir(), 'bureau-checkout-'))
  for (const name of ['server', 'contract', 'src', 'public', 'vite', 'index.html', 'vite.config.ts'])
    await cp(join(root, name), join(checkout, name), { recursive: true })
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.base.json'])
    await cp(join(root, name), join(checkout, name))
  await linkDependencies()
})
afterEach(async () => {
  for (const child of running.splice(0)) {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'))
      await once(child, 'exit')
  }
  await rm(checkout, { recursive: true, force: true })
  await removeDataDir(dataDir)
})

/** What `npm ci --omit=dev` leaves. */
async function linkDependencies() {
  const { devDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const folder = join(root, 'node_modules')
  const entries = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const names = await Promise.all(
    entries.map(async (name) =>
      name.startsWith('@') ? (await readdir(join(folder, name))).map((entry) => `${name}/${entry}`) : [name],
    ),
  )
  for (const name of names.flat()) {
    if (name in devDependencies) continue
    await mkdir(join(checkout, 'node_modules', name, '..'), { recursive: true })
    await symlink(join(folder, name), join(checkout, 'node_modules', name))
  }
}

const tools = ['vite', '@vitejs/plugin-react', '@tanstack/router-plugin']

/** A bundler that takes no time and writes one page. */
async function addBundler() {
  for (const name of tools) await mkdir(join(checkout, 'node_modules', name), { recursive: true })
  await mkdir(join(checkout, 'node_modules/vite/bin'))
  await writeFile(
    join(checkout, 'node_modules/vite/bin/vite.js'),
    `const { mkdirSync, writeFileSync } = require('node:fs')
     const folder = process.argv[process.argv.indexOf('--outDir') + 1]
     mkdirSync(folder + '/assets', { recursive: true })
     writeFileSync(folder + '/index.html', '<html>built</html>')
     for (let at = 0; at < 200; at++) writeFileSync(folder + '/assets/' + at + '.js', 'x'.repeat(2000))`,
  )
}

const build = () => ended(spawn(process.execPath, ['server/tools/cli/build.ts'], { cwd: checkout }))

async function ended(child: ChildProcess) {
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (output += String(text)))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

/** Starts the service in the checkout; returns what it printed once it is ready or has ended. */
async function start(command: readonly string[] = [process.execPath, 'server/main.ts']) {
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: checkout,
    env: { ...process.env, DEMO: '0', HOST: '127.0.0.1', ...environmentOf(dataDir), PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (output += String(text)))
  while (!/Bureau is open at/.test(output) && child.exitCode === null) await wait(20)
  const [, url] = /Bureau is open at (\S+)/.exec(output) ?? []
  const page = url === undefined ? undefined : await (await fetch(url)).text()
  return { output, page }
}

test(
  'after npm run build, the service starts without the development dependencies',
  async () => {
    await addBundler()
    expect((await build()).code).toBe(0)
    await rm(join(checkout, 'node_modules/vite'), { recursive: true })
    const { output, page } = await start()
    expect(page).toContain('built')
    expect(output).not.toContain('dashboard')
  },
  withinMs,
)

test(
  'without build tools, startup uses an older build and says so; without any build it fails with one line',
  async () => {
    await addBundler()
    await build()
    // Another package may bring vite along, without the plugins.
    await rm(join(checkout, 'node_modules/@vitejs'), { recursive: true })
    await appendFile(join(checkout, 'index.html'), '<!-- changed -->')
    const { output, page } = await start()
    expect(page).toContain('built')
    expect(output).toContain(
      "Using the dashboard as it was built before: its sources changed, but the build tools aren't installed",
    )

    await running.pop()?.kill('SIGKILL')
    await rm(join(checkout, 'dist'), { recursive: true })
    const refused = await start()
    expect(refused.output.trimEnd().split('\n')).toHaveLength(1)
    expect(refused.output).toMatch(/^Bureau failed to start: The dashboard isn't built/)
  },
  withinMs,
)

test(
  'services that start together can all build the dashboard',
  async () => {
    await addBundler()
    await mkdir(join(checkout, 'dist'))
    await writeFile(join(checkout, 'dist/index.html'), 'old')
    const built = await Promise.all([1, 2, 3, 4, 5].map(build))
    expect(built.map(({ code, output }) => (code === 0 ? '' : output))).toEqual(['', '', '', '', ''])
    expect(await readFile(join(checkout, 'dist/index.html'), 'utf8')).toContain('built')
    expect(await readdir(join(checkout, '.cache'))).toEqual([])
  },
  withinMs,
)

const inNamespace = (script: string) => ['unshare', '-rm', 'sh', '-c', script]
const canMount =
  process.platform === 'linux' &&
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0

test.skipIf(!canMount)(
  'a read-only checkout with a build starts, also when its sources changed',
  async () => {
    await addBundler()
    await build()
    await appendFile(join(checkout, 'index.html'), '<!-- changed -->')
    const script = `mount --bind "${checkout}" "${checkout}" && mount -o remount,bind,ro "${checkout}" &&
      cd "${checkout}" && exec "${process.execPath}" server/main.ts`
    const { output, page } = await start(inNamespace(script))
    expect(page).toContain('built')
    expect(output).toContain(`but ${checkout} is read-only`)
  },
  withinMs,
)
