import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const root = resolve(import.meta.dirname, '..')

/** Where the built dashboard lies. */
export const dashboardFolder = join(root, 'dist')

const sources = ['src', 'contract', 'public', 'vite', 'index.html', 'vite.config.ts', 'package-lock.json']
const stamp = join(dashboardFolder, '.sources')

/** Builds the dashboard if its sources changed since the last build. Gives whether it did. */
export async function buildDashboard(say: (line: string) => void): Promise<boolean> {
  const wanted = await hashOfSources()
  const built = await readFile(stamp, 'utf8').catch(() => '')
  if (built === wanted) return false
  say('Building the dashboard (only when its sources changed) …')
  // Built aside and swapped in whole, so that a running service never serves half a build.
  const draft = join(root, '.cache', `dist-${process.pid}`)
  await run([
    join(root, 'node_modules/vite/bin/vite.js'),
    'build',
    '--outDir',
    draft,
    '--emptyOutDir',
    '--logLevel',
    'warn',
  ])
  await compress(draft)
  await writeFile(join(draft, '.sources'), wanted)
  const old = join(root, '.cache', `dist-old-${process.pid}`)
  if (existsSync(dashboardFolder)) await rename(dashboardFolder, old)
  await rename(draft, dashboardFolder)
  await rm(old, { recursive: true, force: true })
  return true
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
    child.once('error', fail)
    child.once('exit', (code) => (code === 0 ? done() : fail(new Error('The dashboard could not be built'))))
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
