import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, expect, test } from 'vitest'

import type { Import } from '#contract/imports.ts'
import type { InvoiceEmail } from '#contract/invoices/emails.ts'
import type { InvoiceDetails } from '#contract/invoices/invoices.ts'
import { readConfig } from '#server/config.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { makeMigratedDataDir } from '#server/tools/testing/blank-database.ts'
import { environmentOf, removeDataDir } from '#server/tools/testing/data-dir.ts'
import { MailServer } from '#server/tools/testing/mail-server.ts'
import { ServiceProcess, credentialsOn } from '#server/tools/testing/process.ts'

const invoices = 6
const start = Date.UTC(2026, 0, 1)

/** What happens to the service while the mail server has this message in its hands. */
let onMessage: (to: string) => Promise<'accept' | 'lose'>
const accepted: { readonly to: string; readonly messageId: string }[] = []
/** Once the service serves requests: one that is killed while it starts tells a test nothing. */
let started: Promise<void> = Promise.resolve()
const mail = new MailServer({
  onData: async (stream, { envelope }, done) => {
    const source = await text(stream)
    const to = envelope.rcptTo[0]?.address ?? ''
    await started
    if ((await onMessage(to)) === 'lose') return done(new Error('gone'))
    accepted.push({ to, messageId: /^Message-ID: (.+)$/im.exec(source)?.[1] ?? '' })
    done()
  },
})
const dataDir = await makeMigratedDataDir()
const service = new ServiceProcess(dataDir, {
  SMTP_URL: await mail.listen(),
  MAIL_FROM: 'billing@example.com',
})
afterAll(async () => {
  await service.end('SIGKILL')
  await mail.close()
  await removeDataDir(dataDir)
})

test('kills while emails are sent lose none, and repeat only one that was under way, as the same message', async () => {
  await service.start()
  const { key } = await credentialsOn(dataDir, '--abilities', 'customers.manage,invoices.manage')
  const ask = async <Data>(path: string, body?: object | FormData, more: object = {}): Promise<Data> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${service.url}/api/x/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${key}`,
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    expect([200, 201], await answer.clone().text()).toContain(answer.status)
    return ((await answer.json()) as { data: Data }).data
  }
  const customer = await importCustomer(ask)

  // The first is never taken, and the third just is when the service ends: nothing of either is on record.
  let kills = 0
  const ending = new Set<Promise<unknown>>()
  const endNow = () => {
    kills += 1
    ending.add(service.end('SIGKILL'))
  }
  const recorded = Promise.withResolvers<void>()
  onMessage = async (to) => {
    // Otherwise the first kill could come before the third is queued, and then there is no second one.
    await recorded.promise
    if (to === 'n0@example.com' && kills === 0) {
      endNow()
      return 'lose'
    }
    if (to === 'n2@example.com' && kills === 1) endNow()
    return 'accept'
  }
  const made: number[] = []
  for (let index = 0; index < invoices; index += 1) made.push(await draft(ask, customer))
  // One after the other, as emails go out in the order in which they were queued.
  for (const [index, id] of made.entries()) {
    const email = { to: [`n${index}@example.com`], subject: 'Invoice', message: 'Hello' }
    await ask(`invoices/${id}/send`, { email }, { 'if-match': '"1"' })
  }
  recorded.resolve()
  const latest = Date.now() + 120_000
  for (const kill of [1, 2]) {
    while (kills < kill && Date.now() < latest) await delay(20)
    expect(kills).toBe(kill)
    await Promise.all(ending)
    await restart()
  }
  const emailsOf = () => Promise.all(made.map((id) => ask<InvoiceEmail[]>(`invoices/${id}/emails`)))
  let emails = await emailsOf()
  while (emails.flat().some(({ status }) => status !== 'sent') && Date.now() < latest) {
    await delay(50)
    emails = await emailsOf()
  }
  expect(emails.map((all) => all.map(({ status }) => status))).toEqual(made.map(() => ['sent']))
  const byRecipient = Map.groupBy(accepted, ({ to }) => to)
  expect(made.map((_, index) => byRecipient.get(`n${index}@example.com`)?.length)).toEqual([1, 1, 2, 1, 1, 1])
  const [one, again] = byRecipient.get('n2@example.com') ?? []
  expect(one?.messageId).toMatch(/^<.+@example\.com>$/)
  expect(again?.messageId).toBe(one?.messageId)
  // Of both that were interrupted nobody can know more.
  expect(emails.flatMap(([email], index) => (/twice/.test(email?.problem ?? '') ? [index] : []))).toEqual([
    0, 2,
  ])
  const numbers = await Promise.all(
    made.map(async (id) => (await ask<InvoiceDetails>(`invoices/${id}`)).invoice_number),
  )
  expect(new Set(numbers.map((number) => Number(number.slice(-4))))).toEqual(
    new Set(made.map((_, index) => index + 1)),
  )
}, 240_000)

type Ask = <Data>(path: string, body?: object | FormData, more?: object) => Promise<Data>

async function importCustomer(ask: Ask): Promise<number> {
  const form = new FormData()
  const file = 'email,name,last_name,phone,company_name\nada@example.com,Ada,Lovelace,1,Engines\n'
  form.append('file', new File([file], 'ada.csv'))
  const { id, columns } = await ask<Import>('customer-imports', form)
  await ask(`customer-imports/${id}/check`, { columns: columns.map(({ field }) => field), existing: 'skip' })
  const until = async (state: Import['state']) => {
    while ((await ask<Import>(`customer-imports/${id}`)).state !== state) await delay(20)
  }
  await until('checked')
  await ask(`customer-imports/${id}/start`, { checks: 1 })
  await until('completed')
  const [row] = await ask<{ record_id: number }[]>(`customer-imports/${id}/rows`)
  return row?.record_id ?? 0
}

async function draft(ask: Ask, customer_id: number): Promise<number> {
  const line = { description: 'Lettering', quantity: 1, unit_price: 85, discount: 0, tax_rate: 21 }
  const terms = { payment_days: 14, due_date: null, notes: '' }
  const { id } = await ask<InvoiceDetails>('invoices', {
    customer_id,
    currency: 'EUR',
    ...terms,
    line_items: [line],
  })
  return id
}

/** Starts the service after the minutes in which another one could still have been sending. */
async function restart() {
  const store = await openStore(readConfig({ ...environmentOf(dataDir), DEMO: '0' }))
  await store.db
    .updateTable('emails')
    .set({ next_attempt_at: new Date(start).toISOString() })
    .where('next_attempt_at', 'is not', null)
    .execute()
  await store.close()
  started = service.start()
  await started
}
