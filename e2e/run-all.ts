/**
 * `npm test`: every check of this repository, in order, each under its heading. A failing step does not stop the next
 * ones, so that one run tells everything. Ends with the line `N passed, N failed`; a step that is no test runner counts
 * as one test. Exits with 1 when anything failed.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

interface Tally {
  readonly passed: number
  readonly failed: number
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
  { title: 'Units, service and wire', run: runVitest },
  { title: 'Journeys in a browser', run: runPlaywright },
]

mkdirSync(reports, { recursive: true })
const tallies = steps.map(({ title, run }) => {
  process.stdout.write(`\n━━ ${title}\n`)
  const startedMs = Date.now()
  const tally = run()
  const seconds = Math.round((Date.now() - startedMs) / 1000)
  process.stdout.write(`━━ ${title}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)\n`)
  return tally
})

const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
process.exitCode = failed > 0 ? 1 : 0

function check(tool: string, ...options: string[]): Tally {
  return one(succeeds(tool, options))
}

/** The build a start would make, anew even if its sources did not change: it also generates the route tree. */
function build(): Tally {
  rmSync(join(root, 'dist/.sources'), { force: true })
  return one(runs([join(root, 'server/cli/build.ts')]))
}

function one(good: boolean): Tally {
  return good ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
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

function runVitest(): Tally {
  const report = join(reports, 'vitest.json')
  rmSync(report, { force: true })
  const good = succeeds('vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ])
  const { numPassedTests = 0, numFailedTests = 0 } = jsonOf<{
    numPassedTests: number
    numFailedTests: number
  }>(report)
  return tallyOf(good, numPassedTests, numFailedTests)
}

function runPlaywright(): Tally {
  const report = join(reports, 'playwright.json')
  rmSync(report, { force: true })
  const good = succeeds('playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  const { stats } = jsonOf<{ stats: { expected: number; unexpected: number; flaky: number } }>(report)
  return tallyOf(good, stats?.expected ?? 0, (stats?.unexpected ?? 0) + (stats?.flaky ?? 0))
}

/** A runner may fail without a failing test: a file that does not load, an error outside every test. */
function tallyOf(good: boolean, passedTests: number, failedTests: number): Tally {
  return { passed: passedTests, failed: !good && failedTests === 0 ? 1 : failedTests }
}

/** Runs a tool of this repository with this very Node, its output passed through. */
function succeeds(tool: string, options: readonly string[], env: Record<string, string> = {}): boolean {
  return runs([join(root, 'node_modules/.bin', tool), ...options], env)
}

function runs(command: readonly string[], env: Record<string, string> = {}): boolean {
  const { status } = spawnSync(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...env },
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
