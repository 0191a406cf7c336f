import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { showSession } from '#contract/access/session.ts'
import { showOverview } from '#contract/account/overview.ts'
import { listCustomFields } from '#contract/customers/custom-fields.ts'
import { listCustomers } from '#contract/customers/customers.ts'
import { listServices } from '#contract/services/services.ts'

import { dashboardFolder } from './build.ts'

/** Files of a screen, from the build; see vite/route-files.ts. */
interface RouteFiles {
  readonly route: string
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/**
 * The first requests of a screen at its bare address, spelled as the dashboard spells them. The page asks for them
 * while its scripts are still on their way; one that the dashboard asks for in another spelling is asked for twice.
 */
const firstReads: Readonly<Record<string, readonly string[]>> = {
  '/customers': [`${listCustomers.path}?page=1&limit=25&sort=-id&archived=false`, listCustomFields.path],
  '/services': [`${listServices.path}?page=1&limit=25`],
  '/overview': [showOverview.path],
  '/': [showOverview.path],
}

interface Visit {
  /** With its query, such as `/customers?page=2`. */
  readonly address: string
  readonly hasSession: boolean
  readonly nonce: string
}

/** Where the page is served without anything of a screen or a person, for the browser to keep. */
export const shellPath = '/app-shell'

/** The page at an address. */
interface Page {
  readonly html: string
  /** The dashboard has a screen there; on any other page it says that there is none. */
  readonly isScreen: boolean
}

/** Returns the dashboard's page for an address, or undefined where the dashboard isn't built. */
export async function renderPage(visit: Visit): Promise<Page | undefined> {
  // Read each time, so that a new build is served whole: the page and the files that it names.
  const [page, routes] = await Promise.all([read('index.html'), read('routes.json')])
  if (page === undefined || routes === undefined) return undefined
  const [path = '/', query] = visit.address.split('?', 2)
  const known = JSON.parse(routes) as RouteFiles[]
  const screen = findScreen(path, known)
  const named = (name: string) => known.find(({ route }) => route === name)
  const files = (visit.hasSession ? screen : named('/sign-in')) ?? named(anyAddress) ?? noFiles
  // The kept page serves every screen, without a network for its reads.
  const reads =
    visit.hasSession && path !== shellPath
      ? [showSession.path, ...(query ? [] : (firstReads[path] ?? []))]
      : []
  const head = [
    ...files.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...files.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ].join('\n    ')
  const bare = page
    .replace('</head>', `  ${head}\n  </head>`)
    .replaceAll('__CSP_NONCE__', visit.nonce)
    .replace('__READS__', reads.map(escaped).join(' '))
  const html = visit.hasSession ? bare : bare.replace('<html', '<html data-visitor="new"')
  return { html, isScreen: screen !== undefined }
}

const noFiles = { scripts: [], styles: [] }

function findScreen(path: string, routes: readonly RouteFiles[]): RouteFiles | undefined {
  const address = path === '/' ? '/overview' : path
  // A screen with a name of its own (`/customers/new`) comes before the one that takes any (`/customers/$id`).
  return routes
    .filter(({ route }) => route !== anyAddress && shapeOf(route).test(address))
    .toSorted((left, right) => left.route.split('$').length - right.route.split('$').length)[0]
}

/** The route for every other address says that there is no such page. */
const anyAddress = '/$'

/** The paths that a route stands for: `$…` is one segment. */
const shapeOf = (route: string): RegExp => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}/?$`)

const read = (name: string) => readFile(join(dashboardFolder, name), 'utf8').catch(() => undefined)

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
