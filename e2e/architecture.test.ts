import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'

import { afterAll, expect, test } from 'vitest'

import { all, exportedBy } from '#contract/all.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'

const root = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'bureau-architecture-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** A file, and a line planted in it. */
type Plant = readonly [path: string, line: string]

const crossing: readonly Plant[] = [
  ['contract/customers/customers.ts', "import '../server/config.ts'"],
  ['contract/customers/customers.ts', "import '../src/lib/names.ts'"],
  ['contract/customers/customers.ts', "import 'node:fs'"],
  ['contract/customers/customers.ts', "import 'zod'"],
  ['contract/values/days.ts', "import '../wire/surface.ts'"],
  ['contract/invoices/drafts.ts', "import '../documents/proposals.ts'"],
  ['server/records/customers/routes.ts', "import '../../../src/lib/dates.ts'"],
  ['server/records/customers/routes.ts', "import '../invoices/rows.ts'"],
  ['server/records/customers/routes.ts', "import '#server/app.ts'"],
  ['server/records/customers/writes.ts', "import '#server/doors/portal/links.ts'"],
  ['server/records/customers/writes.ts', "import '#server/tools/demo/catalogue.ts'"],
  ['server/records/customers/routes.test.ts', "import '#lib/dates.ts'"],
  ['server/app.ts', "import '#lib/dates.ts'"],
  ['server/doors/portal/links.ts', "import '#server/tools/commands/account.ts'"],
  ['server/outgoing/mail/outbox.ts', "import '#server/records/invoices/pdf.ts'"],
  ['server/outgoing/mail/outbox.ts', "import '#server/doors/portal/links.ts'"],
  ['server/platform/access/caller.ts', "import '#server/outgoing/delivery/emit.ts'"],
  ['server/platform/http/mount.ts', "import '#server/doors/connected/forward.ts'"],
  ['server/platform/http/serve-files.ts', "import '#server/records/customers/rows.ts'"],
  ['server/platform/startup/open-store.ts', "import '#server/tools/testing/service.ts'"],
  ['src/main.tsx', "import '../server/config.ts'"],
  ['src/main.tsx', "export const load = () => import('#server/config.ts')"],
  ['src/main.tsx', "import '#server/config.ts'"],
  ['src/api/customers.ts', "import '../../server/config.ts'"],
  ['src/api/customers.ts', "import '../kit/problem.tsx'"],
  ['src/api/customers.ts', "import '../routes/_app.tsx'"],
  ['src/api/customers.ts', "import 'zod'"],
  ['src/lib/dates.ts', "import 'react'"],
  ['src/lib/dates.ts', "import '../api/client.ts'"],
  ['src/lib/dates.ts', "import '#api/client.ts'"],
  ['src/api/customers.ts', "import '#kit/problem.tsx'"],
  ['src/lib/dates.ts', "import '../kit/problem.tsx'"],
  ['src/lib/dates.ts', "import '../routes/_app.tsx'"],
  ['src/kit/problem.tsx', "import '#contract/customers/customers.ts'"],
  ['src/kit/problem.tsx', "export type { Customer } from '../../contract/customers/customers.ts'"],
  ['src/kit/problem.tsx', "import '../api/client.ts'"],
  ['src/kit/problem.tsx', "import '#api/client.ts'"],
  ['src/kit/problem.tsx', "import '#routes/_app.tsx'"],
  ['src/kit/problem.tsx', "import '#parts/records/record-kind.ts'"],
  ['src/api/customers.ts', "import '#parts/records/record-kind.ts'"],
  ['src/parts/records/record-kind.ts', "import '#routes/_app.tsx'"],
  ['src/routes/_app/customers/index.tsx', "import '#kit/list/parts/body.tsx'"],
  ['src/kit/problem.tsx', "export { app } from '../routes/_app.tsx'"],
  ['src/routes/_app/customers/index.tsx', "import '#routes/_app/invoices/-invoice-drawer.tsx'"],
  ['src/routes/_app/customers/index.tsx', "import '../invoices/-invoice-drawer.tsx'"],
  ['src/routes/_app/customers/index.tsx', "import '#contract/wire/surface.ts'"],
  ['src/routes/_app/customers/index.tsx', "import '../../../../contract/wire/endpoint.ts'"],
  ['src/routes/_app/customers/index.tsx', "import '../../../../server/config.ts'"],
  ['e2e/customers.e2e.ts', "import '../src/lib/dates.ts'"],
  ['e2e/fixtures.ts', "import '../server/config.ts'"],
  ['e2e/fixtures.ts', "import '#server/config.ts'"],
]

const forbidden: readonly (readonly [rule: string, ...Plant])[] = [
  ['no-default-export', 'server/platform/lib/clock.ts', 'export default 1'],
  ['no-default-export', 'src/kit/problem.tsx', 'export default function Problem() {}'],
  ['no-explicit-any', 'contract/wire/surface.ts', 'export const anything = (value: any) => value'],
  ['no-restricted-globals', 'src/routes/sign-in.tsx', "export const load = () => fetch('/api/x/session')"],
  ['no-restricted-globals', 'src/lib/csv.ts', 'export const request = new XMLHttpRequest()'],
  ['no-restricted-globals', 'src/api/customers.ts', 'export const order = new Intl.Collator()'],
  ['no-restricted-globals', 'src/routes/sign-in.tsx', 'export const order = new Intl.Collator()'],
  ['no-restricted-globals', 'contract/wire/surface.ts', 'export const port = process.env'],
  ['no-restricted-properties', 'src/kit/problem.tsx', 'export const key = crypto.randomUUID()'],
  ['filename-case', 'server/readTheClock.ts', 'export const late = 1'],
  ['no-throw-literal', 'server/platform/lib/clock.ts', "export const late = () => { throw 'late' }"],
  ['plain-english', 'src/kit/problem.tsx', "export const text1 = '42 customers in all'"],
  ['plain-english', 'src/kit/problem.tsx', 'export const Text2 = () => <p>Sending …</p>'],
  ['plain-english', 'server/platform/lib/clock.ts', 'export const text3 = `21 % tax`'],
  ['plain-english', 'src/kit/problem.tsx', "export const text4 = 'Whoever you add appears here'"],
  ['plain-english', 'contract/wire/surface.ts', "export const text5 = 'The catalogue is empty'"],
  [
    'plain-english',
    'contract/wire/surface.ts',
    "export const text6 = 'You need customers.manage to add customers'",
  ],
  [
    'plain-english',
    'server/platform/lib/clock.ts',
    '/* Whoever asks for the time. */ export const late7 = 1',
  ],
  ['plain-english', 'server/platform/lib/clock.ts', '/** Gives the time. */ export const late8 = 1'],
]

const allowed: readonly Plant[] = [
  ['contract/all.ts', "import './customers/customers.ts'"],
  ['contract/documents/proposals.ts', "import '../invoices/drafts.ts'"],
  ['contract/customers/customers.ts', "import * as z from 'zod/mini'\nexport const Id = z.int()"],
  ['server/records/customers/routes.ts', "import '#contract/customers/customers.ts'"],
  ['server/records/customers/routes.ts', "import './rows.ts'"],
  ['server/records/customers/routes.ts', "import '#server/outgoing/delivery/emit.ts'"],
  ['server/records/customers/routes.ts', "import '#server/platform/files/store.ts'"],
  ['server/records/customers/routes.test.ts', "import '#server/tools/testing/service.ts'"],
  ['server/doors/portal/links.ts', "import '#server/records/customers/rows.ts'"],
  ['server/tools/cli/demo.ts', "import '#server/tools/demo/bulk.ts'"],
  ['server/app.ts', "import './outgoing/delivery/dispatcher.ts'"],
  [
    'src/api/customers.ts',
    "import '../lib/dates.ts'\nimport '#contract/customers/customers.ts'\nexport const ask = () => fetch('/')",
  ],
  ['src/kit/problem.tsx', "import '../lib/dates.ts'\nimport '@mantine/core'"],
  [
    'src/routes/_app/customers/$id.tsx',
    "import '../../../kit/problem.tsx'\nimport '../../../api/customers.ts'",
  ],
  ['src/routes/_app/customers/-delete-bar.tsx', "import '#contract/customers/customers.ts'"],
  ['e2e/customers.e2e.ts', "import '#contract/customers/customers.ts'"],
  ['vite.config.ts', 'export default {}'],
  ['src/kit/problem.tsx', "export const text9 = 'Is there a better price?'"],
  ['src/kit/problem.tsx', "export const text10 = 'Otherwise, advise a colleague. Sending…'"],
  ['contract/wire/surface.ts', "export const ability11 = 'customers.manage'"],
  ['server/platform/lib/clock.test.ts', "export const text12 = 'Whoever'"],
]

const rejected = lintOnce([...crossing, ...forbidden.map(([, ...plant]): Plant => plant)])
const accepted = lintOnce(allowed)

test.each(crossing)('lint rejects in %s: %s', (...plant) => {
  expect(rejected(plant)).toEqual([expect.stringContaining('go-down')])
})

test.each(forbidden)('lint rejects by %s in %s: %s', (rule, ...plant) => {
  expect(rejected(plant)).toEqual([expect.stringContaining(rule)])
})

test.each(allowed)('lint allows in %s: %s', (...plant) => {
  expect(accepted(plant)).toEqual([])
})

test.each([
  ['imports', "import './log.ts'", "import './clock.ts'"],
  ['types', "export type { Log } from './log.ts'", "export type { Clock } from './clock.ts'"],
])('lint rejects a cycle of %s', (_kind, clock, log) => {
  expect(
    lint([
      ['server/platform/lib/clock.ts', clock],
      ['server/platform/lib/log.ts', log],
    ]),
  ).toEqual([expect.stringContaining('no-cycle'), expect.stringContaining('no-cycle')])
})

test('no two folders import each other, unless one is inside the other', () => {
  const files = sources().filter((path) => !path.includes('.test.') && !path.startsWith('e2e/'))
  const known = new Set(files)
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  const targetOf = (from: string, name: string): string => {
    const [alias = '', ...rest] = name.split('/')
    const mapped = imports[`${alias}/*`]
    return mapped === undefined ? join(dirname(from), name) : join(mapped.replace('*', ''), rest.join('/'))
  }
  const crossings = new Map(
    files.flatMap((from) =>
      [...readFileSync(join(root, from), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([.#][^']+)'/g)].flatMap(
        ([, name = '']) => {
          const to = targetOf(from, name)
          return known.has(to) && dirname(to) !== dirname(from)
            ? [[`${dirname(from)} → ${dirname(to)}`, `${from} → ${to}`] as const]
            : []
        },
      ),
    ),
  )
  expect(crossings.size).toBeGreaterThan(100)
  const mutual = [...crossings].flatMap(([crossing, example]) => {
    const [from = '', to = ''] = crossing.split(' → ')
    const isInside = from.startsWith(`${to}/`) || to.startsWith(`${from}/`)
    return !isInside && crossings.has(`${to} → ${from}`) ? [example] : []
  })
  expect(mutual).toEqual([])
})

test('every file of contract/ that exports an endpoint is listed in all.ts', async () => {
  const files = globSync(join(root, 'contract/**/*.ts')).filter((file) => !/(\.test|\/all)\.ts$/.test(file))
  const modules = await Promise.all(files.map((file) => import(file) as Promise<object>))
  const named = (endpoints: readonly Endpoint[]) => endpoints.map(({ method, path }) => `${method} ${path}`)
  expect(named(all).toSorted()).toEqual(
    named(modules.flatMap(exportedBy).map(({ endpoint }) => endpoint)).toSorted(),
  )
})

test('npm ci installs on every platform: the lock file has each optional package, and no registry’s address', () => {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8')
  expect(text).not.toContain('"resolved"')
  const { packages } = JSON.parse(text) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>
  }
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  )
  expect(missing).toEqual([])
})

test('no file has a meaningless name such as utils', () => {
  const nameless = /^(utils?|helpers?|common|misc|types?|index)\.tsx?$/
  // `index.tsx` is how the router spells the screen of a folder itself.
  const isScreen = (path: string) => path.startsWith('src/routes/') && path.endsWith('/index.tsx')
  expect(sources().filter((path) => nameless.test(basename(path)) && !isScreen(path))).toEqual([])
})

test('links between documents lead to files, and the index has every decision', () => {
  const pages = ['*.md', '{docs,server,src,vite}/**/*.md'].flatMap((glob) => globSync(glob, { cwd: root }))
  const links = pages.flatMap((page) =>
    [...readFileSync(join(root, page), 'utf8').matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(
      ([, path = '']) => [page, join(dirname(page), path)] as const,
    ),
  )
  expect(links.filter(([, path]) => !existsSync(join(root, path)))).toEqual([])
  const index = links.filter(([page]) => page === 'docs/decisions/README.md').map(([, path]) => path)
  expect(index.toSorted()).toEqual(globSync('docs/decisions/0*.md', { cwd: root }).toSorted())
})

/** Lints these lines together, the first time the errors of one are asked for. */
function lintOnce(plants: readonly Plant[]): (plant: Plant) => string[] {
  let errors: readonly string[] | undefined
  return (plant) => errorsAt(plant, plants, (errors ??= lint(plants)))
}

/** Returns the errors of one planted line. */
function errorsAt(plant: Plant, planted: readonly Plant[], errors: readonly string[]): string[] {
  const [path, text] = plant
  const sameFile = planted.filter((other) => other[0] === path)
  const before = sameFile.slice(
    0,
    sameFile.findIndex(([, lines]) => lines === text),
  )
  // A plant may have several lines.
  const first = before.flatMap(([, lines]) => lines.split('\n')).length + 1
  const last = first + text.split('\n').length - 1
  return errors.filter((error) => {
    const [, name, line] = /^(.+?):(\d+):/.exec(error) ?? []
    return name === path && Number(line) >= first && Number(line) <= last
  })
}

/** Lints those lines in their files by the rules of this repository, and returns the errors. */
function lint(plants: readonly Plant[]): string[] {
  const tree = mkdtempSync(join(folder, 'tree-'))
  mkdirSync(join(tree, 'e2e'))
  for (const file of ['.oxlintrc.json', 'e2e/layers.ts', 'e2e/wording.ts'])
    copyFileSync(join(root, file), join(tree, file))
  for (const [path, line] of plants) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), `${line}\n`, { flag: 'a' })
  }
  try {
    execFileSync(process.execPath, [oxlint, '--deny-warnings', '--format=unix'], {
      cwd: tree,
      encoding: 'utf8',
    })
    return []
  } catch (error) {
    const { stdout } = error as { stdout: string }
    return stdout.split('\n').filter((line) => line.includes('[Error/'))
  }
}

const oxlint = join(root, 'node_modules/oxlint/bin/oxlint')

/** Every source file of ours, from the root, except the routes the router generates. */
function sources(): string[] {
  return globSync('{contract,server,src,e2e}/**/*.{ts,tsx}', { cwd: root }).filter(
    (path) => !path.endsWith('.gen.ts'),
  )
}
