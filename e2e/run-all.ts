/**
 * `npm test`: every check of this repository, in order, each under its heading. A failing step doesn't stop the next
 * ones, so that one run reports everything. What was skipped is listed at the end, above the last line,
 * `N passed, N failed`; a step that isn't a test runner counts as one test. Exits with 1 if anything failed.
 *
 * Everything that stores data runs on both engines: the service suite and the journeys on SQLite, then the service suite
 * and one end-to-end test per screen (those tagged `@postgres`) on PostgreSQL, at TEST_DATABASE_URL or on a throwaway server.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { type TestPostgres, findPostgres, startPostgres } from './postgres.ts'

interface Tally {
  readonly passed: number
  readonly failed: number
  /** Names of what did not run. */
  readonly skipped: readonly string[]
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[]
  }[]
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly suites: readonly PlaywrightSuite[]
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly { readonly status: string }[]
  }[]
}

interface Step {
  readonly title: string
  readonly run: () => Tally
}

const root = join(import.meta.dirname, '..')
const reports = join(root, '.cache/reports')
const routeTree = join(root, 'src/routeTree.gen.ts')
const committedRouteTree = textOf(routeTree)

const steps: readonly Step[] = [
  { title: 'Format', run: () => check('oxfmt', '--check', '.') },
  { title: 'Lint', run: () => check('oxlint', '--deny-warnings') },
  { title: 'Unused files, exports and dependencies', run: () => check('knip') },
  { title: 'Types', run: () => check('tsc', '-b') },
  { title: 'Build of the dashboard', run: build },
  { title: 'Route tree', run: checkRouteTree },
  { title: 'Unit and service tests on SQLite', run: () => runVitest([]) },
  { title: 'End-to-end tests on SQLite', run: () => runPlaywright([]) },
  { title: 'Service on PostgreSQL', run: () => onPostgres((url) => runVitest(['server/'], url)) },
  {
    title: 'One end-to-end test per screen on PostgreSQL',
    run: () => onPostgres((url) => runPlaywright(['--grep', '@postgres'], url)),
  },
]

const postgres = await postgresForTests()
mkdirSync(reports, { recursive: true })
const tallies = steps.map(({ title, run }) => {
  process.stdout.write(`\n━━ ${title}\n`)
  const startedMs = Date.now()
  const tally = run()
  const seconds = Math.round((Date.now() - startedMs) / 1000)
  process.stdout.write(`━━ ${title}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)\n`)
  return { title, ...tally }
})
if (typeof postgres !== 'string') await postgres.stop()

process.stdout.write('\n')
for (const { title, skipped } of tallies)
  for (const name of skipped) process.stdout.write(`skipped: ${title}: ${name}\n`)
const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
process.stdout.write(`${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

/** Returns the server that the tests use, or the reason why there isn't one. */
async function postgresForTests(): Promise<TestPostgres | string> {
  const url = process.env['TEST_DATABASE_URL']
  if (url) return { url, stop: async () => undefined }
  const folder = findPostgres()
  if (folder === undefined)
    return 'PostgreSQL is not installed. Install it (Debian: apt-get install postgresql) or set TEST_DATABASE_URL'
  try {
    return await startPostgres(folder)
  } catch (error) {
    return (error as Error).message
  }
}

/** Skips the step on a machine without PostgreSQL, except on a build machine, where that is a failure. */
function onPostgres(run: (url: string) => Tally): Tally {
  if (typeof postgres !== 'string') return run(postgres.url)
  process.stdout.write(`${postgres}\n`)
  const mustRun = process.env['CI'] === 'true' || findPostgres() !== undefined
  return mustRun ? one(false) : { passed: 0, failed: 0, skipped: [postgres] }
}

function check(tool: string, ...options: string[]): Tally {
  return one(succeeds(tool, options))
}

/** The build a start would make, anew even if its sources did not change: it also generates the route tree. */
function build(): Tally {
  rmSync(join(root, 'dist/.sources'), { force: true })
  return one(runs([join(root, 'server/cli/build.ts')]))
}

function one(good: boolean): Tally {
  return { passed: good ? 1 : 0, failed: good ? 0 : 1, skipped: [] }
}

/** The build before this step has generated the tree anew; what was committed must be the same. */
function checkRouteTree(): Tally {
  const fresh = committedRouteTree !== '' && textOf(routeTree) === committedRouteTree
  process.stdout.write(
    fresh
      ? 'src/routeTree.gen.ts is fresh\n'
      : 'src/routeTree.gen.ts was stale; the build has renewed it: commit it\n',
  )
  return one(fresh)
}

/** Runs the unit and service tests on that database server; without one, on SQLite. */
function runVitest(options: readonly string[], databaseUrl?: string): Tally {
  const report = join(reports, 'vitest.json')
  rmSync(report, { force: true })
  const good = succeeds(
    'vitest',
    ['run', ...options, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { TEST_DATABASE_URL: databaseUrl },
  )
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = jsonOf<VitestReport>(report)
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const skipped = tests.filter(({ status }) => status !== 'passed' && status !== 'failed')
  return tallyOf(
    good,
    numPassedTests,
    numFailedTests,
    skipped.map(({ fullName }) => fullName),
  )
}

function runPlaywright(options: readonly string[], databaseUrl?: string): Tally {
  const report = join(reports, 'playwright.json')
  rmSync(report, { force: true })
  const good = succeeds('playwright', ['test', '--reporter=list,json', ...options], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    TEST_DATABASE_URL: databaseUrl,
  })
  const { stats, suites = [] } = jsonOf<PlaywrightReport>(report)
  const failures = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  return tallyOf(good, stats?.expected ?? 0, failures, suites.flatMap(skippedIn))
}

function skippedIn({ suites = [], specs }: PlaywrightSuite): string[] {
  const skipped = specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
  return [...skipped.map(({ title }) => title), ...suites.flatMap(skippedIn)]
}

/** A runner may fail without a failing test: a file that does not load, an error outside every test. */
function tallyOf(good: boolean, passed: number, failures: number, skipped: readonly string[]): Tally {
  return { passed, failed: !good && failures === 0 ? 1 : failures, skipped }
}

/** Runs a tool of this repository with this very Node, its output passed through. */
function succeeds(tool: string, options: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  return runs([join(root, 'node_modules/.bin', tool), ...options], env)
}

function runs(command: readonly string[], env: NodeJS.ProcessEnv = {}): boolean {
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    // A database or bucket that the machine is set up for is not one to test on.
    env: { ...process.env, DATABASE_URL: undefined, FILES_URL: undefined, ...env },
    stdio: 'inherit',
  })
  return status === 0
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

function jsonOf<Report>(path: string): Partial<Report> {
  const text = textOf(path)
  return text === '' ? {} : (JSON.parse(text) as Report)
}
