import { setTimeout as delay } from 'node:timers/promises'

import { expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { insertCredential } from '#server/platform/access/credentials.ts'
import { ensureAccount } from '#server/platform/access/staff/accounts.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { environmentOf, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { ServiceProcess } from '#server/tools/testing/process.ts'
import { runs } from '#server/tools/testing/runs.ts'

import { addInvoices } from '../insert.ts'

const count = 150
const numberOf = (index: number) => `INV-2026-${String(index + 1).padStart(4, '0')}`
const payments = Array.from({ length: count }, (_, index) => ({
  paid_on: '2026-01-05',
  amount: 100,
  currency: 'EUR',
  payer: 'Zoe Odegard',
  payer_account: '',
  text: numberOf(index),
  bank_reference: String(index),
}))

test('kills while several people import and record a statement record each payment exactly once', async () => {
  const dataDir = await makeMigratedDataDir('bureau-bank-kills-')
  const env = { ...environmentOf(dataDir), LOG_LEVEL: 'silent' }
  const context = await createContext(readConfig(env))
  const { id: account } = await ensureAccount(context.store, 'Bank')
  const { db, dialect } = context.store
  const tenant = new Tenant(db, dialect, account, 'Test')
  const settings = {
    kind: 'key',
    abilities: ['invoices.manage'],
    rateLimit: 1_000_000,
    expiresAt: null,
  } as const
  const { secret: key } = await insertCredential(tenant, settings)
  await tenant.transaction((trx) =>
    addInvoices(
      trx,
      payments.map(({ text }) => ({
        invoice_number: text,
        customer_id: 1,
        customer_name: 'Zoe Odegard',
        customer_email: 'zoe@example.com',
        status: 'sent',
        currency: 'EUR',
        due_date: '2099-03-31',
        lines: [{ description: 'Lettering', quantity: 1, unit_price: 100 }],
      })),
    ),
  )
  const service = new ServiceProcess(dataDir, { LOG_LEVEL: 'error', NODE_NO_WARNINGS: '1' })
  const request = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const response = await fetch(`${service.url}/api/x/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${answer}`)
    return JSON.parse(answer) as { data: { id: number }[] }
  }
  const openIds = async () =>
    (await request('GET', 'bank-payments?state=open&limit=100')).data.map(({ id }) => id)
  const over = new AbortController()
  // Nothing says which attempt it is: each may have been done already.
  const work = async () => {
    while (!over.signal.aborted)
      try {
        await request('POST', 'bank-payments', { source: 'january.xml', payments })
        await request('POST', 'bank-payment-suggestions', { ids: (await openIds()).slice(0, 2) })
      } catch {
        await delay(20)
      }
  }
  try {
    await service.start()
    const running = Array.from({ length: 4 }, work)
    for (let round = 0; round < runs(1, 12); round++) {
      await delay(100 + Math.random() * 400)
      await service.end('SIGKILL')
      await service.start()
    }
    const latest = Date.now() + 150_000
    while ((await openIds()).length > 0 && Date.now() < latest) await delay(100)
    over.abort()
    await Promise.all(running)

    const recorded = await tenant.select('invoice_payments').select(['invoice_id', 'amount']).execute()
    expect(recorded).toHaveLength(count)
    expect(new Set(recorded.map(({ invoice_id }) => invoice_id)).size).toBe(count)
    const arrived = await tenant.select('bank_payments').select(['amount', 'recorded_amount']).execute()
    expect(arrived).toHaveLength(count)
    expect(arrived.filter(({ amount, recorded_amount }) => amount !== recorded_amount)).toEqual([])
    const unpaid = await tenant.select('invoices').select('id').where('status', '!=', 'paid').execute()
    expect(unpaid).toEqual([])
  } finally {
    over.abort()
    await service.end('SIGKILL')
    await context.store.close()
    await removeDataDir(dataDir)
  }
}, 180_000)
