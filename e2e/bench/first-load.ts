/**
 * The browser half of `npm run bench -- browser`: how soon `/customers` shows its rows to somebody signed in whose
 * browser has nothing of Bureau yet, beside a static page of the same size. Prints each measurement as a line of JSON.
 */
import { once } from 'node:events'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parseArgs } from 'node:util'
import { brotliCompressSync } from 'node:zlib'

import type { Browser } from '@playwright/test'

import { type Profile, type State, slowDown, viewport, withSession } from './session.ts'

const profiles: readonly Profile[] = [
  { name: 'as it is', slowdown: 1 },
  {
    name: '1.6 Mb/s, 150 ms, CPU 4 × slower',
    network: { latency: 150, throughput: 1_600_000 / 8 },
    slowdown: 4,
  },
]

/** In milliseconds since the visit began. */
interface Times {
  readonly paint: number
  readonly rows: number
  readonly largest: number
}

const row = 'tbody a[href^="/customers/"]'
const { values: options } = parseArgs({ options: { visits: { type: 'string', default: '9' } } })
const visits = Number(options.visits)

await withSession(async ({ browser, url, state }) => {
  const page = await staticPage(browser, url, state)
  try {
    for (const profile of profiles) {
      // In turns, so that a busy minute slows both.
      const times: Record<'bureau' | 'plain', Times[]> = { bureau: [], plain: [] }
      for (let visit = 0; visit < visits; visit += 1) {
        times.bureau.push(await visitOnce(browser, `${url}/customers`, profile, state))
        times.plain.push(await visitOnce(browser, page.url, profile, undefined))
      }
      print(`customers, ${profile.name}`, times.bureau)
      print(`static page, ${profile.name}`, times.plain)
    }
  } finally {
    page.server.close()
  }
})

/** A context of its own has an empty cache. */
async function visitOnce(
  from: Browser,
  url: string,
  profile: Profile,
  storageState: State | undefined,
): Promise<Times> {
  const context = await from.newContext({
    viewport,
    serviceWorkers: 'block',
    ...(storageState && { storageState }),
  })
  try {
    const page = await context.newPage()
    await slowDown(page, profile)
    await page.addInitScript(watch, row)
    await page.goto(url)
    await page.locator(row).first().waitFor()
    // What comes when idle has come too, and with it any larger paint.
    await page.waitForTimeout(1_500 * profile.slowdown)
    return await page.evaluate(() => (globalThis as unknown as { seen: Times }).seen)
  } finally {
    await context.close()
  }
}

/** Runs in the page before anything else: notes the first paint, the largest, and the frame that shows the first row. */
function watch(selector: string): void {
  const seen = { paint: 0, rows: 0, largest: 0 }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntriesByName('first-contentful-paint')) seen.paint = startTime
  }).observe({ type: 'paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const { startTime } of list.getEntries()) seen.largest = startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return
    observer.disconnect()
    // After the frame that draws it.
    requestAnimationFrame(() => setTimeout(() => (seen.rows = performance.now())))
  })
  observer.observe(document, { childList: true, subtree: true })
}

/**
 * The least that any dashboard of this size could do: the finished screen as markup, drawn once as many bytes of script
 * as Bureau's have arrived. Those scripts hold nothing to run.
 */
async function staticPage(
  from: Browser,
  origin: string,
  storageState: State,
): Promise<{ server: Server; url: string }> {
  const context = await from.newContext({ viewport, serviceWorkers: 'block', storageState })
  const page = await context.newPage()
  const requested = new Set<string>()
  page.on('request', (request) => requested.add(new URL(request.url()).pathname))
  await page.goto(`${origin}/customers`)
  await page.locator(row).first().waitFor()
  const styles = [...requested].filter((path) => path.endsWith('.css'))
  const scripts = [...requested].filter((path) => path.endsWith('.js'))
  const finished = await page.locator('#root').evaluate((root) => root.outerHTML)
  await context.close()

  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Static</title>
${styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('\n')}
${scripts.map((path) => `<script defer src="${path}"></script>`).join('\n')}
</head><body><h1>Customers</h1><template>${finished}</template>
<script type="module">document.body.replaceChildren(document.querySelector('template').content)</script></body></html>`
  const files = new Map<string, { type: string; body: Buffer; encoding?: 'br' }>([
    ['/', { type: 'text/html', body: brotliCompressSync(html), encoding: 'br' }],
  ])
  for (const path of styles)
    files.set(path, {
      type: 'text/css',
      body: brotliCompressSync(await fileOf(origin + path)),
      encoding: 'br',
    })
  for (const path of scripts)
    files.set(path, {
      type: 'text/javascript',
      body: commentOf(brotliCompressSync(await fileOf(origin + path)).byteLength),
    })
  return serve(files)
}

async function serve(files: ReadonlyMap<string, { type: string; body: Buffer; encoding?: 'br' }>) {
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(url)
    if (!file) return response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': file.type,
      ...(file.encoding && { 'content-encoding': file.encoding }),
    })
    return response.end(file.body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

async function fileOf(url: string): Promise<Buffer> {
  const response = await fetch(url)
  return Buffer.from(await response.arrayBuffer())
}

/** A script of that many bytes which does nothing. */
function commentOf(bytes: number): Buffer {
  const filler = 'nothing to run '
  return Buffer.from(`/*${filler.repeat(Math.ceil(bytes / filler.length)).slice(0, bytes - 4)}*/`)
}

function print(what: string, times: readonly Times[]): void {
  const middle = (of: (times: Times) => number) =>
    Math.round(times.map(of).toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
  const rows = times.map((one) => Math.round(one.rows)).toSorted((a, b) => a - b)
  const value = [
    `rows ${middle((one) => one.rows)} ms (${rows[0]} to ${rows.at(-1)})`,
    `first paint ${middle(({ paint }) => paint)} ms`,
    `largest ${middle(({ largest }) => largest)} ms`,
  ].join(' · ')
  console.log(JSON.stringify({ what, value }))
}
