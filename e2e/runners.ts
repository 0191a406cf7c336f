import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** What one step of a test run found. */
export interface Tally {
  readonly passed: number
  readonly failed: number
  /** What failed, as far as it's known: a name and the beginning of its error. */
  readonly failures: readonly string[]
  /** Names of what did not run. */
  readonly skipped: readonly string[]
  /** Seconds that each test file took, by its path. */
  readonly files: Readonly<Record<string, number>>
}

interface VitestReport {
  readonly numPassedTests: number
  readonly numFailedTests: number
  readonly testResults: readonly {
    readonly name: string
    readonly startTime: number
    readonly endTime: number
    /** Also `failed` where the file couldn't be loaded, which has no results then. */
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly status: string
      readonly fullName: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number; readonly flaky: number }
  readonly suites: readonly PlaywrightSuite[]
}

interface PlaywrightSuite {
  readonly file: string
  readonly suites?: readonly PlaywrightSuite[]
  readonly specs: readonly {
    readonly title: string
    readonly tests: readonly {
      readonly status: string
      readonly results: readonly {
        readonly duration: number
        readonly errors: readonly { readonly message?: string }[]
      }[]
    }[]
  }[]
}

type Spec = PlaywrightSuite['specs'][number]

export const root = join(import.meta.dirname, '..')
export const reports = join(root, '.cache/reports')
mkdirSync(reports, { recursive: true })

/** Where what the two engines do can differ; most of the rest is tested on PostgreSQL by `test:deep`. */
export const onBothEngines = [
  'server/platform/backup/',
  'server/platform/db/',
  'server/outgoing/delivery/',
  'server/platform/http/idempotency',
  'server/platform/http/shared-rate-limit',
  'server/platform/http/three-processes',
  'server/doors/imports/',
  'server/records/invoices/',
  'server/platform/lists/',
  'server/records/search/',
  'several-processes',
]

/** What asks a database for little or nothing that another service test doesn't ask it for. */
export const onEitherEngine = [
  'server/platform/dashboard/',
  'server/platform/files/',
  'server/platform/lib/',
  'server/platform/pdf/',
  'server/platform/startup/',
  'server/tools/',
]

/** The tally of a step that either holds or not. */
export const one = (good: boolean): Tally => ({
  passed: good ? 1 : 0,
  failed: good ? 0 : 1,
  failures: [],
  skipped: [],
  files: {},
})

/** The tally of a step that doesn't run here. */
export const skip = (reason: string): Tally => ({ ...one(true), passed: 0, skipped: [reason] })

/** Runs a tool of this repository with this very Node. Returns whether it succeeded, and what it printed unless it is shown. */
export async function check(
  tool: string,
  ...options: string[]
): Promise<Tally & { readonly output: string }> {
  const { good, output } = await run([binary(tool), ...options], {}, 'pipe')
  return { ...one(good), output }
}

/** Runs a script of this repository, its output passed through. */
export async function script(path: string): Promise<Tally> {
  return one((await run([join(root, path)])).good)
}

/** Runs unit and service tests on that database server; without one, on SQLite. */
export async function vitest(options: readonly string[], databaseUrl?: string): Promise<Tally> {
  const report = join(reports, 'vitest.json')
  rmSync(report, { force: true })
  const json = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { good } = await run([binary('vitest'), 'run', '--passWithNoTests', ...options, ...json], {
    TEST_DATABASE_URL: databaseUrl,
  })
  const { numPassedTests = 0, numFailedTests = 0, testResults = [] } = jsonOf<VitestReport>(report)
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const unloaded = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return {
    ...tallyOf(good, numPassedTests, numFailedTests),
    failures: [
      ...results
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => withReason(fullName, failureMessages[0])),
      ...unloaded.map(({ name, message }) => withReason(relative(root, name), message)),
    ],
    skipped: results
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(({ fullName }) => fullName),
    files: Object.fromEntries(
      testResults.map(({ name, startTime, endTime }) => [relative(root, name), (endTime - startTime) / 1000]),
    ),
  }
}

/** Runs journeys on that database server; without one, on SQLite. */
export async function playwright(options: readonly string[], databaseUrl?: string): Promise<Tally> {
  const report = join(reports, 'playwright.json')
  rmSync(report, { force: true })
  const { good } = await run(
    [binary('playwright'), 'test', '--reporter=list,json', '--pass-with-no-tests', ...options],
    { PLAYWRIGHT_JSON_OUTPUT_FILE: report, TEST_DATABASE_URL: databaseUrl },
  )
  const { stats, suites = [] } = jsonOf<PlaywrightReport>(report)
  const failures = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0)
  const files: Record<string, number> = {}
  for (const suite of suites)
    files[`e2e/${suite.file}`] = (files[`e2e/${suite.file}`] ?? 0) + secondsOf(suite)
  return {
    ...tallyOf(good, stats?.expected ?? 0, failures),
    failures: suites.flatMap((suite) => specsIn(suite, ['unexpected', 'flaky'])).map(failureOf),
    skipped: suites.flatMap((suite) => specsIn(suite, ['skipped'])).map(({ title }) => title),
    files,
  }
}

/** The text of a file, or none where it doesn't exist. */
export function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

const binary = (tool: string) => join(root, 'node_modules/.bin', tool)

async function run(
  command: readonly string[],
  env: NodeJS.ProcessEnv = {},
  output: 'inherit' | 'pipe' = 'inherit',
): Promise<{ readonly good: boolean; readonly output: string }> {
  const child = spawn(process.execPath, command, {
    cwd: root,
    // A database or bucket that the machine is set up for is not one to test on.
    env: { ...process.env, DATABASE_URL: undefined, FILES_URL: undefined, ...env },
    stdio: ['ignore', output, output],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
    })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.once('close', (code) => resolve(code === 0))
  return { good: await promise, output: text }
}

/** A runner may fail without a failing test: a file that does not load, an error outside every test. */
function tallyOf(good: boolean, passed: number, failures: number): Pick<Tally, 'passed' | 'failed'> {
  return { passed, failed: !good && failures === 0 ? 1 : failures }
}

function specsIn({ suites = [], specs }: PlaywrightSuite, statuses: readonly string[]): Spec[] {
  const found = specs.filter(({ tests }) => tests.some(({ status }) => statuses.includes(status)))
  return [...found, ...suites.flatMap((suite) => specsIn(suite, statuses))]
}

function failureOf({ title, tests }: Spec): string {
  const errors = tests.flatMap(({ results }) => results.flatMap((result) => result.errors))
  return withReason(title, errors[0]?.message)
}

/** On one line, without the colors of a terminal and without the stack. */
function withReason(name: string, reason = ''): string {
  const text = stripVTControlCharacters(reason).replace(/\n\s+at [\s\S]*/, '')
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line === '' ? name : `${name}: ${line.slice(0, 400)}`
}

function secondsOf({ suites = [], specs }: PlaywrightSuite): number {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration / 1000)),
  )
  return [...own, ...suites.map(secondsOf)].reduce((sum, seconds) => sum + seconds, 0)
}

function jsonOf<Report>(path: string): Partial<Report> {
  const text = textOf(path)
  return text === '' ? {} : (JSON.parse(text) as Report)
}
