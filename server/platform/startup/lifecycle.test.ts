import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import type { RecordName } from '#contract/wire/endpoint.ts'
import { FileStore } from '#server/platform/files/store.ts'
import { DatabaseUnavailable } from '#server/platform/lib/database-unavailable.ts'
import { Failures } from '#server/platform/lib/failures.ts'
import { breakRow } from '#server/tools/testing/broken-row.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'

import { Lifecycle, type Part } from './lifecycle.ts'

describe('the parts of the service', () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line) => lines.push(JSON.parse(line) as Record<string, unknown>) })
  const failure = vi.fn<(part: string) => void>()
  const lifecycleOf = (parts: readonly Part[], leads = async () => true) =>
    new Lifecycle({ failures: new Failures(log, { failure }), leads }, parts)
  const broken = () => Promise.reject(new Error('Broken'))

  test.each(['start', 'sweep', 'stop', 'close'] as const)(
    'one that fails to %s is logged and counted by its name, and keeps no other from it',
    async (step) => {
      const works = vi.fn<() => void>()
      lines.length = 0
      failure.mockClear()
      const lifecycle = lifecycleOf([
        { name: 'before', [step]: works },
        { name: 'broken', [step]: broken },
        {
          name: 'thrown at once',
          [step]: () => {
            throw new Error('Broken')
          },
        },
        { name: 'after', [step]: works },
      ])
      const isProper = await lifecycle[step === 'close' ? 'stop' : step]()
      expect(works).toHaveBeenCalledTimes(2)
      expect(lines.map(({ part }) => part).toSorted()).toEqual(['broken', 'thrown at once'])
      expect(failure.mock.calls.flat().toSorted()).toEqual(['broken', 'thrown at once'])
      expect(isProper).toBe(step === 'stop' || step === 'close' ? false : undefined)
    },
  )

  test('are swept in one process, and some in each, also while nothing is known of the others', async () => {
    const [here, everywhere] = [vi.fn<() => void>(), vi.fn<() => void>()]
    const parts = [
      { name: 'here', sweep: here },
      { name: 'everywhere', sweep: everywhere, everywhere: true },
    ]
    await lifecycleOf(parts, async () => false).sweep()
    await lifecycleOf(parts, broken).sweep()
    expect([here.mock.calls.length, everywhere.mock.calls.length]).toEqual([0, 2])
    await lifecycleOf(parts).sweep()
    expect([here.mock.calls.length, everywhere.mock.calls.length]).toEqual([1, 3])
  })

  test('are closed in reverse once all have stopped and the last sweep is over', async () => {
    const steps: string[] = []
    const says = (step: string) => async () => {
      await new Promise((resolve) => setTimeout(resolve, 5))
      steps.push(step)
    }
    const lifecycle = lifecycleOf([
      { name: 'store', close: says('store') },
      { name: 'pdfs', close: says('pdfs'), stop: says('stop') },
      { name: 'job', sweep: says('sweep') },
    ])
    void lifecycle.sweep()
    void lifecycle.sweep()
    await new Promise((resolve) => setTimeout(resolve, 1))
    expect(await lifecycle.stop()).toBe(true)
    expect(steps.toSorted()).toEqual(['pdfs', 'stop', 'store', 'sweep'])
    expect(steps.slice(2)).toEqual(['pdfs', 'store'])
  })

  test('that lose the database fail once, not once for each record', async () => {
    lines.length = 0
    const failing = () => Promise.reject(new DatabaseUnavailable('gone'))
    await lifecycleOf([{ name: 'job', sweep: failing }]).sweep()
    expect(lines).toHaveLength(1)
  })
})

describe('a record that can’t be worked on', () => {
  let service: TestService
  let account: TestAccount
  let other: TestAccount
  const [old, past] = ['2020-01-01T00:00:00.000000Z', '2020-01-01']

  beforeAll(async () => {
    service = await startService()
    account = await service.account('Ours')
    other = await service.account('Theirs')
  })
  afterAll(() => service.close())

  type Table =
    | 'invoices'
    | 'invoice_schedules'
    | 'documents'
    | 'deleted_customers'
    | 'imports'
    | 'customer_changes'
    | 'customer_deletions'
  interface Job {
    readonly part: string
    readonly record: RecordName
    readonly path: string
    readonly table: Table
    readonly event: 'update' | 'delete'
    readonly due: object
    /** Null: the row is gone. */
    readonly done: object | null
  }
  const jobs: readonly Job[] = [
    {
      part: 'overdue invoices',
      record: 'invoices',
      path: '/void',
      table: 'invoices',
      event: 'update',
      due: { due_date: past },
      done: expect.objectContaining({ status: 'overdue' }),
    },
    {
      part: 'recurring invoices',
      record: 'invoice_schedules',
      path: '',
      table: 'invoice_schedules',
      event: 'update',
      due: { starts_on: past, next_on: past, max_count: 1 },
      done: expect.objectContaining({ next_on: null }),
    },
    {
      part: 'proposals and contracts',
      record: 'documents',
      path: 'proposals/accept',
      table: 'documents',
      event: 'update',
      due: { ends_on: past },
      done: expect.objectContaining({ status: 'expired' }),
    },
    {
      part: 'trash',
      record: 'deleted_customers',
      path: '',
      table: 'deleted_customers',
      event: 'delete',
      due: { deleted_at: old },
      done: null,
    },
    {
      part: 'imports',
      record: 'imports',
      path: '',
      table: 'imports',
      event: 'delete',
      due: { state: 'receiving', updated_at: old },
      done: null,
    },
    {
      part: 'changes of customers',
      record: 'customer_changes',
      path: '',
      table: 'customer_changes',
      event: 'update',
      due: { updated_at: old },
      done: expect.objectContaining({ state: 'completed' }),
    },
    {
      part: 'deletions of customers',
      record: 'customer_deletions',
      path: '',
      table: 'customer_deletions',
      event: 'update',
      due: { updated_at: old },
      done: expect.objectContaining({ state: 'completed' }),
    },
  ]

  const db = () => service.context.store.db
  const rowOf = async ({ table }: Job, id: number) =>
    (await db()
      .selectFrom(table as 'invoices')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()) ?? null
  const addDue = async ({ record, path, table, due }: Job, { id: accountId }: TestAccount) => {
    const id = await addRecord(service.context, accountId, { record, path })
    await db()
      .updateTable(table as 'invoices')
      .set(due)
      .where('id', '=', id)
      .execute()
    return id
  }
  test('keeps no other from being worked on, of its account or others, in any job, at the start or later', async () => {
    const made = []
    for (const job of jobs) {
      const [broken, fine, theirs] = [
        await addDue(job, account),
        await addDue(job, account),
        await addDue(job, other),
      ]
      await breakRow(service.context.store, job.table, broken, job.event)
      made.push({ job, broken, fine, theirs })
    }
    const { lifecycle, log } = service.context
    const logged = vi.spyOn(log, 'error')
    await lifecycle.start()
    await lifecycle.sweep()
    for (const { job, broken, fine, theirs } of made)
      for (const id of [fine, theirs]) {
        const about = `${job.part} ${id}`
        await expect.poll(() => rowOf(job, id), { message: about }).toEqual(job.done)
        expect(await rowOf(job, broken), job.part).not.toBeNull()
      }
    const failed = () => logged.mock.calls.map(([about]) => (about as { part?: string }).part)
    for (const { job } of made) await expect.poll(failed).toContain(job.part)
    logged.mockRestore()
  })

  test('such as an account with an unknown time zone keeps no other account from its due invoices', async () => {
    const job = jobs[0]!
    await addDue(job, account)
    const theirs = await addDue(job, other)
    await db()
      .updateTable('accounts')
      .set({ time_zone: 'Nowhere/Else' })
      .where('id', '=', account.id)
      .execute()
    await service.context.lifecycle.sweep()
    expect(await rowOf(job, theirs)).toMatchObject({ status: 'overdue' })
    await db().updateTable('accounts').set({ time_zone: 'UTC' }).where('id', '=', account.id).execute()
  })

  test('such as a file that can’t be deleted keeps no other file', async () => {
    const { files } = service.context
    const tokens = ['a', 'b', 'c'].map((letter) => letter.repeat(43))
    const removed: string[] = []
    const remove = vi.spyOn(
      (await import('#server/platform/files/folder-storage.ts')).FolderStorage.prototype,
      'remove',
    )
    remove.mockImplementation(async (key) => {
      if (key.includes('b'.repeat(43))) throw new Error('ENOTDIR')
      removed.push(key)
      return true
    })
    await expect(files.removeAgain(tokens.filter((token) => FileStore.isToken(token)))).rejects.toThrow(
      'ENOTDIR',
    )
    expect(removed.some((key) => key.includes('c'.repeat(43)))).toBe(true)
    remove.mockRestore()
  })
})
