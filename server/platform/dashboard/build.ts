import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

import { StartupError } from '#server/platform/lib/startup-error.ts'

const root = resolve(import.meta.dirname, '../../..')

/** The folder of the built dashboard. */
export const dashboardFolder = join(root, 'dist')

const sources = ['src', 'contract', 'public', 'vite', 'index.html', 'vite.config.ts', 'package-lock.json']
const cache = join(root, '.cache')
const vite = join(root, 'node_modules/vite/bin/vite.js')
const portalConfig = join(root, 'vite/portal.config.ts')
/** Modules that the configuration of the build imports. */
const tools = ['vite', '@vitejs/plugin-react', '@tanstack/router-plugin']
const swapsAtMost = 20

/**
 * Builds the dashboard if its sources changed since the last build, and returns whether it did. Where it can't be built
 * (the build tools aren't installed, or the folder is read-only) an earlier build is used as it is.
 */
export async function buildDashboard(say: (line: string) => void): Promise<boolean> {
  const hash = await hashOfSources()
  if ((await builtFrom(dashboardFolder)) === hash) return false
  const obstacle = await whyNot()
  if (obstacle !== undefined) {
    if (!existsSync(join(dashboardFolder, 'index.html')))
      throw new StartupError(
        `The dashboard isn't built, and it can't be built here: ${obstacle}. Run npm run build where it can, and copy dist/.`,
      )
    say(`Using the dashboard as it was built before: its sources changed, but ${obstacle}.`)
    return false
  }
  say('Building the dashboard (only when its sources changed)…')
  // Built aside and swapped in whole, so that a running service never serves half a build.
  const draft = join(cache, `dist-${process.pid}-${randomBytes(3).toString('hex')}`)
  await run([vite, 'build', '--outDir', draft, '--emptyOutDir', '--logLevel', 'warn'])
  // Into the same folder, after what the dashboard keeps in the browser has been listed.
  await run([vite, 'build', '--config', portalConfig, '--outDir', draft, '--logLevel', 'warn'])
  await compress(draft)
  await writeFile(join(draft, '.sources'), hash)
  await swapIn(draft, hash)
  return true
}

const builtFrom = (folder: string) => readFile(join(folder, '.sources'), 'utf8').catch(() => undefined)

/** Returns what keeps the dashboard from being built here, if anything does. */
async function whyNot(): Promise<string | undefined> {
  const isMissing = (name: string) => !existsSync(join(root, 'node_modules', name))
  if (tools.some(isMissing))
    return "the build tools aren't installed (npm ci installs them, npm ci --omit=dev doesn't)"
  try {
    await mkdir(cache, { recursive: true })
    // Checked by writing, because permissions don't show that a file system is mounted read-only.
    const probe = join(root, `.cache/probe-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    return undefined
  } catch {
    return `${root} is read-only`
  }
}

/** Puts a finished build in place. Services that start together may all have built one: any of them will do. */
async function swapIn(draft: string, hash: string) {
  const old = `${draft}-old`
  for (let left = swapsAtMost; ; left -= 1) {
    if ((await builtFrom(dashboardFolder)) === hash) break
    try {
      // Two steps, as a folder that has files in it can't be replaced in one.
      await rename(dashboardFolder, old).catch(unless('ENOENT'))
      await rename(draft, dashboardFolder)
      break
    } catch (error) {
      if (left === 0) throw error
      // Another service put its own in place in between.
      unless('ENOTEMPTY', 'EEXIST', 'EPERM')(error)
    } finally {
      await rm(old, { recursive: true, force: true })
    }
  }
  await rm(draft, { recursive: true, force: true })
}

const unless =
  (...codes: readonly string[]) =>
  (error: unknown) => {
    if (!codes.includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }

async function hashOfSources(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesUnder(join(root, source))) {
      hash
        .update(file.slice(root.length))
        .update('\0')
        .update(await readFile(file))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

async function filesUnder(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && !entry.name.includes('.test.'))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTDIR') return [path]
    if (code === 'ENOENT') return []
    throw error
  }
}

function run(args: string[]): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_ENV: 'production' },
    })
    // A start that fails meanwhile must not leave a build running.
    const end = () => void child.kill()
    process.once('exit', end)
    child.once('error', fail)
    child.once('exit', (code) => {
      process.off('exit', end)
      if (code === 0) done()
      else fail(new Error('The dashboard couldn’t be built'))
    })
  })
}

const brotli = promisify(brotliCompress)
const compressible = new Set(['.js', '.css', '.svg', '.json', '.webmanifest', '.woff2'])

async function compress(folder: string) {
  for (const file of await filesUnder(folder)) {
    if (!compressible.has(extname(file))) continue
    const content = await readFile(file)
    const small = await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
    if (small.length < content.length) await writeFile(`${file}.br`, small)
  }
}
