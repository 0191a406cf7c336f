import { createHash } from 'node:crypto'

import { afterAll, beforeAll, expect, test } from 'vitest'

import { contractStatuses } from '#contract/documents/contract-states.ts'
import { proposalStatuses } from '#contract/documents/proposal-states.ts'
import { type TestService, startService } from '#server/tools/testing/service.ts'

import { seedDemo } from './seed.ts'

let service: TestService
beforeAll(async () => {
  service = await startService({ DEMO: '1' })
  await seedDemo(service.context)
})
afterAll(() => service.close())

test('the demo has proposals and contracts in every status', async () => {
  const { db } = service.context.store
  const rows = await db.selectFrom('documents').select(['kind', 'status']).execute()
  const statusesOf = (kind: string) =>
    new Set(rows.filter((row) => row.kind === kind).map(({ status }) => status))
  expect(statusesOf('proposal')).toEqual(new Set(proposalStatuses))
  expect(statusesOf('contract')).toEqual(new Set(contractStatuses))
})

test('what the demo sent has the hash of what it says, and was answered after it was sent', async () => {
  const { db } = service.context.store
  const versions = await db
    .selectFrom('document_versions')
    .select(['content', 'sha256', 'sent_at', 'viewed_at', 'answer', 'answer_sha256'])
    .execute()
  expect(versions.length).toBeGreaterThan(8)
  for (const { content, sha256, sent_at, viewed_at, answer, answer_sha256 } of versions) {
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
    expect(JSON.parse(content)).toMatchObject({ format: 2, sent_at })
    const answered = `{"document_sha256":"${sha256}","answer":${answer}}`
    const hash = answer === null ? null : createHash('sha256').update(answered).digest('hex')
    expect(answer_sha256).toBe(hash)
    const { at } = (JSON.parse(answer ?? 'null') as { at: string } | null) ?? { at: undefined }
    const times = [sent_at, viewed_at, at].filter((time) => typeof time === 'string')
    expect(times).toEqual(times.toSorted())
    expect(times.every((time) => Date.parse(time) <= Date.now())).toBe(true)
  }
})

test('what the demo billed looks as an invoice that it sends now', async () => {
  const { db } = service.context.store
  const rows = await db
    .selectFrom('invoices')
    .innerJoin('accounts', 'accounts.id', 'invoices.account_id')
    .select(['invoices.status', 'look'])
    .where('accounts.name', '=', 'Harbor & Finch Studio')
    .execute()
  const [drafts, sent] = [true, false].map((isDraft) =>
    rows.filter(({ status }) => (status === 'draft') === isDraft),
  )
  expect(new Set(drafts?.map(({ look }) => look))).toEqual(new Set([null]))
  expect(sent?.length).toBeGreaterThan(100)
  for (const { look } of sent ?? [])
    expect(JSON.parse(look ?? 'null')).toMatchObject({ language: 'en', region: 'NL', tax_name: 'VAT' })
})
