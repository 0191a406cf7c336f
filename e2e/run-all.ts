/**
 * `npm test`: what every change must pass. `npm run test:deep`: the rest. Each step has its heading; a failing one doesn't
 * stop the next ones, so that one run reports everything. The last lines list what was skipped, the ten slowest files, what
 * failed and `N passed, N failed`; a step that isn't a test runner counts as one test. Exits with 1 if anything failed.
 * The seconds of every step and file are written to `.cache/reports/durations.json`.
 *
 * `npm run test:deep -- --minutes=40` begins no step after that time, and lists as skipped what it has left out: a slow machine
 * finishes in time, too. The steps are in another order each day, so that it isn't always the same ones.
 *
 * `npm test -- contacts` runs the files that a word names, `npm test -- --changed` those that the working tree touches.
 *
 * PostgreSQL, 15 or newer, is at TEST_DATABASE_URL, or a throwaway server.
 */
import { globSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { type TestPostgres, findPostgres, startPostgres } from './postgres.ts'
import {
  type Tally,
  check,
  onBothEngines,
  onEitherEngine,
  one,
  playwright,
  reports,
  root,
  script,
  skip,
  textOf,
  vitest,
} from './runners.ts'

interface Step {
  readonly title: string
  readonly run: () => Promise<Tally & { readonly output?: string }>
}

const { argv } = process
const isDeep = argv.includes('--deep')
const isChanged = argv.includes('--changed')
const minutes = Number(argv.find((word) => word.startsWith('--minutes='))?.split('=', 2)[1] ?? Infinity)
const untilMs = isDeep ? Date.now() + minutes * 60_000 : Infinity
const words = argv.slice(2).filter((word) => !word.startsWith('--'))

const routeTree = join(root, 'src/routeTree.gen.ts')
const committedRouteTree = textOf(routeTree)

const checks: readonly Step[] = [
  { title: 'Format', run: () => check('oxfmt', '--check', '.') },
  { title: 'Lint', run: () => check('oxlint', '--deny-warnings') },
  { title: 'Unused files, exports and dependencies', run: () => check('knip') },
  { title: 'Types', run: () => check('tsc', '-b') },
]

const built: readonly Step[] = [
  { title: 'Build of the dashboard', run: build },
  { title: 'Route tree', run: checkRouteTree },
]

const service = globSync('server/**/*.test.ts', { cwd: root })
/** Service tests with one of the words in their path. */
const named = service.filter((file) => words.some((word) => file.includes(word)))

const selected: readonly Step[] = [
  {
    title: 'Unit and service tests on SQLite',
    run: () => vitest(isChanged ? ['--changed'] : words),
  },
  {
    title: 'End-to-end tests on SQLite',
    run: () => playwright(isChanged ? ['--only-changed'] : words),
  },
  {
    title: 'Service on PostgreSQL',
    run: () => onPostgres((url) => vitest(isChanged ? ['server/', '--changed'] : named, url)),
  },
].filter(({ title }) => isChanged || named.length > 0 || title !== 'Service on PostgreSQL')

const usual: readonly Step[] = [
  { title: 'Unit and service tests on SQLite', run: () => vitest([]) },
  { title: 'Main journeys on SQLite', run: () => playwright(['--grep', '@main']) },
  {
    title: 'What can differ on PostgreSQL',
    run: () => onPostgres((url) => vitest(onBothEngines, url)),
  },
  {
    title: 'Main journeys of the lists on PostgreSQL',
    run: () => onPostgres((url) => playwright(['--grep', '@postgres'], url)),
  },
]

/** Service tests with more of the same in deep runs: what they find seldom, they find on either engine. */
const long = service.filter((file) => textOf(join(root, file)).includes('testing/runs.ts'))
/** What `npm test` leaves out on PostgreSQL. */
const rest = service.filter(
  (file) => ![...onBothEngines, ...onEitherEngine].some((path) => file.includes(path)),
)

/** In parts, as `--minutes` leaves out whole steps. */
const deep: readonly Step[] = [
  { title: 'Long runs on SQLite', run: () => vitest([...long, '--mode', 'deep']) },
  ...[1, 2, 3, 4, 5, 6].map((part) => ({
    title: `Other journeys on SQLite, part ${part} of 6`,
    run: () => playwright(['--grep-invert', '@main', `--shard=${part}/6`]),
  })),
  ...[1, 2].map((part) => ({
    title: `The rest of the service on PostgreSQL, part ${part} of 2`,
    run: () => onPostgres((url) => vitest([...rest, `--shard=${part}/2`], url)),
  })),
]
const turn = Math.floor(Date.now() / 86_400_000) % deep.length
const deepInTurn = [...deep.slice(turn), ...deep.slice(0, turn)]

const postgres = await postgresForTests()
const tallies = await tests()
if (typeof postgres !== 'string') await postgres.stop()
report()

type Timed = Tally & { readonly title: string; readonly seconds: number }

/** The checks need no build and run beside it and the unit tests, which leave a processor idle now and then. */
async function tests(): Promise<Timed[]> {
  if (isDeep) return inOrder([...built, ...deepInTurn])
  const isSelected = isChanged || words.length > 0
  const [first = [], rest = []] = await Promise.all([
    isSelected ? inOrder([]) : inOrder(checks),
    inOrder([...built, ...(isSelected ? selected : usual)]),
  ])
  return [...first, ...rest]
}

async function inOrder(steps: readonly Step[]): Promise<Timed[]> {
  const done: Timed[] = []
  for (const { title, run } of steps) {
    const startedMs = Date.now()
    const isTooLate = startedMs >= untilMs
    const { output, ...tally }: Awaited<ReturnType<Step['run']>> = isTooLate
      ? skip(`everything, after ${minutes} minutes`)
      : await run()
    const seconds = Math.round((Date.now() - startedMs) / 1000)
    if (output) process.stdout.write(`\n${output}`)
    process.stdout.write(`━━ ${title}: ${tally.passed} passed, ${tally.failed} failed (${seconds} s)\n`)
    done.push({ title, seconds, ...tally })
  }
  return done
}

function report(): void {
  const durations = tallies.map(({ title, seconds, files }) => ({ title, seconds, files }))
  writeFileSync(join(reports, 'durations.json'), JSON.stringify(durations, null, 2))
  process.stdout.write('\n')
  for (const { title, skipped } of tallies)
    for (const name of skipped) process.stdout.write(`skipped: ${title}: ${name}\n`)
  const slowest = tallies
    .flatMap(({ title, files }) => Object.entries(files).map(([file, seconds]) => ({ title, file, seconds })))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, 10)
  for (const { title, file, seconds } of slowest)
    process.stdout.write(`slow: ${file}: ${Math.round(seconds)} s (${title})\n`)
  for (const { title, failed, failures } of tallies)
    for (const name of failed > 0 && failures.length === 0 ? ['the whole step'] : failures)
      process.stdout.write(`failed: ${title}: ${name}\n`)
  const passed = tallies.reduce((sum, tally) => sum + tally.passed, 0)
  const failed = tallies.reduce((sum, tally) => sum + tally.failed, 0)
  process.stdout.write(`${passed} passed, ${failed} failed\n`)
  process.exitCode = failed > 0 ? 1 : 0
}

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
async function onPostgres(run: (url: string) => Promise<Tally>): Promise<Tally> {
  if (typeof postgres !== 'string') return run(postgres.url)
  process.stdout.write(`${postgres}\n`)
  const mustRun = process.env['CI'] === 'true' || findPostgres() !== undefined
  return mustRun ? one(false) : skip(postgres)
}

/** The build a start would make, anew even if its sources did not change: it also generates the route tree. */
function build(): Promise<Tally> {
  rmSync(join(root, 'dist/.sources'), { force: true })
  return script('server/tools/cli/build.ts')
}

/** The build before this step has generated the tree anew; what was committed must be the same. */
async function checkRouteTree(): Promise<Tally> {
  const fresh = committedRouteTree !== '' && textOf(routeTree) === committedRouteTree
  process.stdout.write(
    fresh
      ? 'src/routeTree.gen.ts is fresh\n'
      : 'src/routeTree.gen.ts was stale; the build has renewed it: commit it\n',
  )
  return one(fresh)
}
