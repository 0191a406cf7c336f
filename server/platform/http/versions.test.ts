import { expect, test } from 'vitest'

import { listNotes } from '#contract/customers/notes.ts'
import { updateDraft } from '#contract/invoices/drafts.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { now, timestamp } from '#server/platform/lib/clock.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { startOffice } from '#server/tools/testing/office.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { invoiceInput } from '#server/tools/testing/samples.ts'

import { writeOnce } from './idempotency.ts'

const { service, account, staff } = await startOffice()
const customer = await addRecord(service.context, account.id, listNotes)

const newDraft = async (): Promise<string> => {
  const answer = await service.send('POST', '/api/x/invoices', staff, invoiceInput(customer, {}))
  return `/api/x/invoices/${answer.json().data.id}`
}
const change = (path: string, headers: Record<string, string>, notes = 'Thanks') =>
  service.send('PUT', path, { ...staff, ...headers }, invoiceInput(customer, { notes }))

test.each(['invoices', 'proposals', 'contracts'])(
  'a draft of %s isn’t deleted without its version',
  async (noun) => {
    const [path, record] =
      noun === 'invoices' ? [await newDraft(), undefined] : [`/api/x/${noun}`, 'documents' as const]
    const id = record && (await addRecord(service.context, account.id, { record, path: `${path}/:id` }))
    const url = id === undefined ? path : `${path}/${id}`
    expect((await service.send('DELETE', url, staff)).statusCode).toBe(428)
    expect((await service.send('DELETE', url, { ...staff, 'if-match': '"9"' })).statusCode).toBe(412)
    expect((await service.send('GET', url, staff)).statusCode).toBe(200)
    expect((await service.send('DELETE', url, { ...staff, 'if-match': '"1"' })).statusCode).toBe(204)
  },
)

test.each(['*', '"1", "7"'])(
  'a change with If-Match: %s is answered once, however often it is sent',
  async (match) => {
    const path = await newDraft()
    const headers = { 'if-match': match, 'idempotency-key': `key of ${path}`.replaceAll(' ', '-') }
    const first = await change(path, headers)
    expect([first.statusCode, first.headers.etag]).toEqual([200, '"2"'])
    const again = await change(path, headers)
    expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
    expect(again.json()).toEqual(first.json())
    expect((await change(path, headers, 'Something else')).statusCode).toBe(422)
  },
)

test.each(['NOT_FOUND', 'PRECONDITION_FAILED'] as const)(
  'a repeat that another process has answered meanwhile gets that response instead of %s',
  async (code) => {
    const key = `overtaken-${code}`
    const { tenant } = account
    class Overtaken extends Tenant {
      override async transaction(): Promise<never> {
        const [fingerprint = ''] = fingerprints
        await tenant.insert('idempotency_keys', [
          {
            endpoint: 'PUT /x',
            key,
            fingerprint,
            status: 200,
            body: '{"data":"theirs"}',
            created_at: now(),
            expires_at: timestamp(Date.now() + 60_000),
          },
        ])
        throw new HttpError(code)
      }
    }
    const fingerprints: string[] = []
    const { db, dialect } = service.context.store
    const headers: Record<string, string> = {}
    const call = {
      request: { url: '/x', headers: { 'idempotency-key': key } },
      reply: { header: (name: string, value: string) => void (headers[name] = value) },
      body: 'same',
    } as never as { request: never; reply: never; body: string }
    // What the other process stores is what the same request stores here.
    await writeOnce(updateDraft, { ...call, tenant }, async () => 'ours')
    const stored = await tenant
      .select('idempotency_keys')
      .select('fingerprint')
      .where('key', '=', key)
      .execute()
    fingerprints.push(...stored.map(({ fingerprint }) => fingerprint))
    await tenant.delete('idempotency_keys').where('key', '=', key).execute()

    const overtaken = new Overtaken(db, dialect, account.id, 'Test')
    const isTold: string[] = []
    const data = await writeOnce(
      updateDraft,
      { ...call, tenant: overtaken },
      async () => 'ours',
      (written) => isTold.push(written),
    )
    expect(data).toBe('theirs')
    expect(isTold).toEqual([])
    expect(headers).toEqual({ 'idempotency-replayed': 'true' })
  },
)
