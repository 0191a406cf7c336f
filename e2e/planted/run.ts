/**
 * `npm run planted`: plants the faults of `faults.ts` in a copy of the repository, one at a time, and says which test notices
 * each. `npm run planted -- rounding sql` plants those whose sentence, file or area contains one of the words. A fault that its
 * own tests miss is tried against everything that imports the file. Exits with 1 if one isn't noticed.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'

import { type TestPostgres, findPostgres, startPostgres } from '../postgres.ts'
import { onBothEngines } from '../runners.ts'
import { type Fault, areas, faults, planted } from './faults.ts'

/** The test that noticed a fault. */
interface Notice {
  readonly file: string
  readonly test: string
}

const root = join(import.meta.dirname, '../..')
const words = process.argv.slice(2).map((word) => word.toLowerCase())
const chosen = faults.filter(
  (fault) =>
    words.length === 0 ||
    words.some((word) => `${fault.name} ${fault.file} ${fault.area}`.toLowerCase().includes(word)),
)

const copy = copyOfRepository()
process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const postgres = chosen.some(({ engine }) => engine === 'postgres') ? await postgresServer() : undefined
await requirePassing()
const missed: Fault[] = []
for (const area of areas) {
  const own = chosen.filter((fault) => fault.area === area)
  if (own.length > 0) process.stdout.write(`\n${area}\n`)
  for (const fault of own) await tell(fault)
}
await postgres?.stop()
process.stdout.write(`\n${chosen.length - missed.length} noticed, ${missed.length} not noticed\n`)
process.exitCode = missed.length > 0 ? 1 : 0

async function tell(fault: Fault): Promise<void> {
  const notice = await whileInside(fault, () => noticeOf(fault))
  if (!notice) missed.push(fault)
  const found = notice
    ? `noticed by ${notice.file}: ${notice.test} (${commandOf(notice, fault)})`
    : 'NOT NOTICED'
  process.stdout.write(`- ${fault.name}\n  ${found}\n`)
}

/** Plants the fault for as long as `work` takes. */
async function whileInside<Result>(fault: Fault, work: () => Promise<Result>): Promise<Result> {
  const path = join(copy, fault.file)
  const before = readFileSync(path, 'utf8')
  writeFileSync(path, planted(before, fault))
  try {
    return await work()
  } finally {
    writeFileSync(path, before)
  }
}

/** Asks the tests that should notice it, then whatever imports the file, and the types. */
async function noticeOf({ file, tests, journey, engine }: Fault): Promise<Notice | undefined> {
  return (
    (tests.length > 0 ? await vitest(['run', ...tests], engine) : undefined) ??
    (journey === undefined ? undefined : await playwright(journey)) ??
    (await vitest(['related', '--run', file], engine)) ??
    (await types())
  )
}

async function types(): Promise<Notice | undefined> {
  const { code, output } = await run('tsc', ['-b'])
  return code === 0 ? undefined : { file: 'types', test: output.trim().split('\n', 1)[0] ?? '' }
}

/** A test that fails anyway would seem to notice everything. */
async function requirePassing(): Promise<void> {
  const problem = await types()
  if (problem) throw new Error(`Fails without any fault: ${problem.test}`)
  for (const engine of ['sqlite', 'postgres'] as const) {
    const own = chosen.filter((fault) => (fault.engine ?? 'sqlite') === engine)
    const tests = [...new Set(own.flatMap((fault) => fault.tests))]
    const journeys = own.flatMap(({ journey }) => journey ?? [])
    const failure =
      (tests.length > 0 ? await vitest(['run', ...tests], engine) : undefined) ??
      (journeys.length > 0 ? await playwright(journeys.join('|')) : undefined)
    if (failure) throw new Error(`Fails without any fault: ${failure.file}: ${failure.test}`)
  }
}

async function vitest(options: readonly string[], engine: Fault['engine']): Promise<Notice | undefined> {
  const file = join(copy, '.cache/planted.json')
  rmSync(file, { force: true })
  const url = engine === 'postgres' ? postgres?.url : undefined
  const { code, output } = await run(
    'vitest',
    [...options, '--bail=1', '--passWithNoTests', '--reporter=json', `--outputFile=${file}`],
    { TEST_DATABASE_URL: url },
  )
  if (code === 0) return undefined
  const { testResults = [] } = jsonIn<{ testResults: VitestFile[] }>(file)
  const failed = testResults.find(({ status }) => status === 'failed')
  if (!failed) return { file: 'vitest', test: output.trim().slice(-500) }
  const test = failed.assertionResults.find(({ status }) => status === 'failed')?.fullName
  return { file: relative(copy, failed.name), test: test ?? failed.message?.split('\n', 1)[0] ?? '' }
}

interface VitestFile {
  readonly name: string
  readonly status: string
  readonly message?: string
  readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
}

async function playwright(title: string): Promise<Notice | undefined> {
  const build = await run('', [join(copy, 'server/tools/cli/build.ts')])
  if (build.code !== 0) return { file: 'server/tools/cli/build.ts', test: build.output.trim().slice(-500) }
  const file = join(copy, '.cache/planted.json')
  rmSync(file, { force: true })
  const { code, output } = await run(
    'playwright',
    ['test', '--reporter=json', '--workers=1', '--max-failures=1', '--grep', title],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  )
  if (code === 0) return undefined
  const failed = jsonIn<PlaywrightSuite>(file).suites?.flatMap(failedIn)[0]
  return failed ?? { file: 'playwright', test: output.trim().slice(-500) }
}

interface PlaywrightSuite {
  readonly file: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs?: readonly { readonly title: string; readonly ok: boolean }[]
}

function failedIn({ file, suites = [], specs = [] }: PlaywrightSuite): Notice[] {
  const own = specs.flatMap(({ title, ok }) => (ok ? [] : [{ file: `e2e/${file}`, test: title }]))
  return [...own, ...suites.flatMap(failedIn)]
}

async function run(tool: string, options: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const command = tool === '' ? options : [join(root, 'node_modules/.bin', tool), ...options]
  const child = spawn(process.execPath, command, {
    cwd: copy,
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      FILES_URL: undefined,
      TEST_DATABASE_URL: undefined,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const { promise, resolve } = Promise.withResolvers<number | null>()
  child.once('close', resolve)
  return { code: await promise, output }
}

/**
 * What git knows and what it would add; the repository itself is never changed, even when this is interrupted. It is inside
 * the repository, where types of packages can be named as they are elsewhere.
 */
function copyOfRepository(): string {
  mkdirSync(join(root, '.cache'), { recursive: true })
  const folder = mkdtempSync(join(root, '.cache/planted-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  for (const file of execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0'))
    if (file !== '' && existsSync(join(root, file))) cpSync(join(root, file), join(folder, file))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

async function postgresServer(): Promise<TestPostgres> {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { url, stop: async () => undefined }
  const folder = findPostgres()
  if (folder === undefined) throw new Error('Install PostgreSQL or set TEST_DATABASE_URL')
  return startPostgres(folder)
}

/** What a person runs to get that notice. */
function commandOf({ file, test }: Notice, { engine }: Fault): string {
  const isUsual = file.endsWith('.e2e.ts')
    ? test.includes('@main')
    : engine !== 'postgres' || onBothEngines.some((path) => file.includes(path))
  return isUsual ? 'npm test' : 'npm run test:deep'
}

function jsonIn<Json>(file: string): Partial<Json> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Json) : {}
}
