import { readFile, readdir } from 'node:fs/promises'

import { afterEach, expect, test } from 'vitest'

import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { removeDataDir } from '#server/tools/testing/data-dir.ts'
import { type ServiceProcess, credentialsOn, runOn, startProcess } from '#server/tools/testing/process.ts'

let dataDir: string
let service: ServiceProcess | undefined
afterEach(async () => {
  await service?.end('SIGKILL')
  await removeDataDir(dataDir)
})

/** The process that makes PDFs for the service; undefined if there is none. */
async function rendererOf(service: ServiceProcess): Promise<number | undefined> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    if (Number(/\) \S (\d+)/.exec(line)?.[1]) === service.pid) return Number(pid)
  }
  return undefined
}

/** Whether it has neither ended nor is left as an entry that its parent hasn’t read. */
const isRunning = async (pid: number) => {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return line !== '' && !/\) Z /.test(line)
}

/** Starts a service that makes a PDF which takes minutes; returns who makes it. */
async function makeHostilePdf() {
  dataDir = await makeMigratedDataDir()
  await runOn(dataDir, 'demo', ['--account', 'Ours', '--customers', '1'])
  service = await startProcess(dataDir)
  const { key } = await credentialsOn(dataDir, '--abilities', 'proposals.manage')
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(service?.url + path, { headers, ...init })
    return (await answer.json()) as { data: { id: number } & { id: number }[] }
  }
  const customers = await ask('/api/customers?limit=1')
  const draft = {
    customer_id: customers.data[0]?.id,
    title: 'Slow',
    currency: 'EUR',
    sections: Array.from({ length: 10 }, () => ({ heading: '', text: '- a\n'.repeat(5_000) })),
    line_items: [],
    valid_until: null,
  }
  const { data } = await ask('/api/x/proposals', { method: 'POST', body: JSON.stringify(draft) })
  void ask(`/api/x/proposals/${data.id}/pdf`).catch(() => undefined)
  const { promise, resolve } = Promise.withResolvers<number>()
  await expect
    .poll(
      async () => {
        const pid = await rendererOf(service as ServiceProcess)
        if (pid !== undefined) resolve(pid)
        return pid
      },
      { timeout: 10_000 },
    )
    .toBeDefined()
  return { service, renderer: await promise }
}

test.skipIf(process.platform !== 'linux')(
  'the service stops while a PDF takes long, and doesn’t wait for it',
  async () => {
    const { service, renderer } = await makeHostilePdf()
    expect(await service.end()).toBe(0)
    await expect.poll(() => isRunning(renderer), { timeout: 5_000 }).toBe(false)
  },
)

test.skipIf(process.platform !== 'linux')(
  'a PDF isn’t made any more once the service was killed',
  async () => {
    const { service, renderer } = await makeHostilePdf()
    await service.end('SIGKILL')
    await expect.poll(() => isRunning(renderer), { timeout: 5_000 }).toBe(false)
  },
)
