import { CamelCasePlugin, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { readConfig } from '#server/config.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { openStore } from '#server/platform/startup/open-store.ts'
import { administratorUrl, environmentOf, onPostgres } from '#server/tools/testing/data-dir.ts'
import { startProcess } from '#server/tools/testing/process.ts'
import { type TestStore, openTestStore } from '#server/tools/testing/store.ts'

import { type ScopedQuery, narrowed, noAccount, scopeSetting } from './scope.ts'

/** What a person is called elsewhere, in the tables of sign-in. */
const ofPeople = ['staff_identities']
/** Searches find their ids in these; see `searchedRows`. */
const searched = ['customers', 'contacts', 'services', 'invoices', 'custom_field_values'].map(
  (name) => `searched_${name}`,
)

// A start may have to build the dashboard.
const startsWithinMs = 150_000

interface Column {
  readonly name: string
  readonly type: string
}

describe.runIf(onPostgres)('on PostgreSQL', () => {
  let testStore: TestStore
  let db: TestStore['store']['db']
  const [ours, theirs] = [1_000_001, 1_000_002] as const
  beforeAll(async () => {
    testStore = await openTestStore()
    db = testStore.store.db
  })
  afterAll(() => testStore.close())

  test('a handle derived from a narrowed one begins no transaction, rather than one that can’t be undone', async () => {
    const begin = (handle: typeof db) => handle.transaction().execute(async (trx) => trx.isTransaction)
    expect(await begin(narrowed(db, ours))).toBe(true)
    const derived = [
      narrowed(db.withPlugin(new CamelCasePlugin()), ours),
      narrowed(narrowed(db, ours), theirs),
    ]
    for (const handle of derived) await expect(begin(handle)).rejects.toThrow(/handle of the store/)
  })

  test('every table with an account_id has a policy that holds its owner too', async () => {
    const { rows } = await sql<{ name: string; is_forced: boolean; policies: number }>`
      select columns.table_name as name, relrowsecurity and relforcerowsecurity as is_forced,
        (select count(*) from pg_policy where polrelid = pg_class.oid) as policies
      from information_schema.columns as columns
      join pg_class on relname = columns.table_name and relnamespace = table_schema::regnamespace
      where table_schema = current_schema() and column_name = 'account_id'`.execute(db)
    expect(rows.length).toBeGreaterThan(50)
    const bare = rows.filter(({ is_forced, policies }) => !is_forced || policies !== 1)
    expect(bare.map(({ name }) => name).toSorted()).toEqual([...ofPeople, ...searched].toSorted())
  })

  test(
    'a start says in one line that policies don’t hold its user, where that is a superuser or has BYPASSRLS',
    { timeout: startsWithinMs },
    async () => {
      const { dataDir, store } = testStore
      expect(await store.dialect.policyExemption(db)).toBeUndefined()
      const DATABASE_URL = administratorUrl(dataDir)
      const service = await startProcess(dataDir, { DATABASE_URL })
      expect(await service.end()).toBe(0)
      const warnings = service
        .output()
        .split('\n')
        .filter((line) => line.startsWith('Warning'))
      expect(warnings).toEqual([
        expect.stringMatching(
          /^Warning: the database user \w+ is a superuser, so PostgreSQL doesn’t keep accounts apart/,
        ),
      ])

      const exempt = `bureau_${process.pid}_${Date.now()}`
      const administrator = new pg.Client({ connectionString: DATABASE_URL })
      await administrator.connect()
      try {
        await administrator.query(
          `create role ${exempt} login bypassrls in role bureau_test password 'secret'`,
        )
        const url = new URL(DATABASE_URL)
        url.username = exempt
        url.password = 'secret'
        const asExempt = await openStore(readConfig({ DATA_DIR: dataDir, DATABASE_URL: url.href }))
        expect(await asExempt.dialect.policyExemption(asExempt.db)).toBe(`${exempt} has BYPASSRLS`)
        await asExempt.close()
      } finally {
        await administrator.query(`drop role if exists ${exempt}`)
        await administrator.end()
      }
    },
  )

  describe('with a row of each of two accounts in every table', () => {
    let tables: readonly string[]
    beforeAll(async () => {
      tables = await scopedTables()
      await db
        .insertInto('accounts')
        .values(
          [ours, theirs].map((id) => ({
            id,
            name: 'Same',
            slug: `${id}`,
            created_at: '2026-01-01T00:00:00Z',
          })),
        )
        .execute()
      await dropRules()
      for (const table of tables) for (const account of [ours, theirs]) await addRow(table, account)
    })

    /** What a statement that says nothing about accounts finds. */
    const seen = async (handle: typeof db, table: string) => {
      const { rows } = await sql<{ account_id: number }>`select account_id from ${sql.table(table)}`.execute(
        handle,
      )
      return rows.map(({ account_id }) => account_id).toSorted()
    }

    test('a handle of one account sees only its rows', async () => {
      for (const table of tables) {
        expect([table, await seen(narrowed(db, ours), table)]).toEqual([table, [ours]])
        expect([table, await seen(narrowed(db, theirs), table)]).toEqual([table, [theirs]])
      }
    })

    test('so does one in a transaction, whatever else the transaction does', async () => {
      await db.transaction().execute(async (trx) => {
        for (const table of tables) {
          expect([table, await seen(narrowed(trx, ours), table)]).toEqual([table, [ours]])
          expect([table, await seen(trx, table)]).toEqual([table, [ours, theirs]])
        }
        const both = await Promise.all([theirs, ours].map((id) => seen(narrowed(trx, id), 'customers')))
        expect(both).toEqual([[theirs], [ours]])
      })
      const tenant = new Tenant(db, testStore.store.dialect, ours, 'Test')
      await tenant.transaction(async (trx) => {
        expect(await trx.select('customers').select('account_id').execute()).toEqual([{ account_id: ours }])
      })
    })

    test('work for the whole installation sees all', async () => {
      for (const table of tables) expect([table, await seen(db, table)]).toEqual([table, [ours, theirs]])
    })

    test('a connection that doesn’t say whose rows it is about sees none', async () => {
      const client = new pg.Client({ connectionString: environmentOf(testStore.dataDir)['DATABASE_URL'] })
      await client.connect()
      try {
        for (const table of tables) {
          const { rows } = await client.query(`select 1 from ${table}`)
          expect([table, rows]).toEqual([table, []])
        }
      } finally {
        await client.end()
      }
    })

    test('rows of another account can’t be written', async () => {
      const refused = /violates row-level security policy/
      for (const table of tables) {
        await expect(addRow(table, theirs, narrowed(db, ours)), table).rejects.toThrow(refused)
        const move = sql`update ${sql.table(table)} set account_id = ${theirs}`
        await expect(move.execute(narrowed(db, ours)), table).rejects.toThrow(refused)
      }
    })

    test('a change or a deletion without a condition leaves the rows of other accounts alone', async () => {
      for (const table of tables) {
        const changed = await sql`update ${sql.table(table)} set account_id = account_id`.execute(
          narrowed(db, ours),
        )
        const gone = await sql`delete from ${sql.table(table)}`.execute(narrowed(db, ours))
        expect([table, changed.numAffectedRows, gone.numAffectedRows]).toEqual([table, 1n, 1n])
        expect([table, await seen(db, table)]).toEqual([table, [theirs]])
      }
    })

    async function scopedTables(): Promise<string[]> {
      const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
        where table_schema = current_schema() and column_name = 'account_id' and data_type = 'bigint'`.execute(
        db,
      )
      return rows.map(({ name }) => name).filter((name) => !searched.includes(name))
    }

    /** Rows of any content can then be added one by one. */
    async function dropRules() {
      const { rows } = await sql<{ name: string; rule: string }>`
        select conrelid::regclass::text as name, conname as rule from pg_constraint
        where contype in ('f', 'c') and connamespace = current_schema()::regnamespace`.execute(db)
      for (const { name, rule } of rows)
        await sql`alter table ${sql.table(name)} drop constraint ${sql.ref(rule)}`.execute(db)
      for (const table of tables) await sql`alter table ${sql.table(table)} disable trigger user`.execute(db)
    }

    let added = 0
    async function addRow(table: string, account: number, handle = db) {
      added += 1
      const { rows: columns } = await sql<Column>`select column_name as name, data_type as type
        from information_schema.columns where table_schema = current_schema() and table_name = ${table}
        and is_nullable = 'NO' and column_default is null and is_identity = 'NO' and column_name <> 'account_id'`.execute(
        db,
      )
      const valueOf = ({ type }: Column) => {
        if (type.startsWith('timestamp')) return sql`now()`
        return type === 'text' ? sql`${`a${added}`}` : sql`${added}`
      }
      const names = [{ name: 'account_id' }, ...columns].map(({ name }) => sql.ref(name))
      const values = [sql`${account}`, ...columns.map(valueOf)]
      await sql`insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(values)})`.execute(
        handle,
      )
    }
  })

  test('an account is read as such too, and only the own one', async () => {
    const names = (handle: typeof db) => handle.selectFrom('accounts').select('id').orderBy('id').execute()
    expect(await names(narrowed(db, ours))).toEqual([{ id: ours }])
    expect(await names(db)).toEqual([{ id: ours }, { id: theirs }])
  })

  test('no connection keeps the account of what it was used for', async () => {
    const left = async () => {
      const ask = sql<{
        scope: string | null
      }>`select current_setting(${scopeSetting}, true) as scope`.compile(db)
      const unscoped: ScopedQuery = { ...ask, scope: noAccount }
      // As many at once as there are connections.
      const asked = await Promise.all(
        Array.from({ length: 10 }, () => db.executeQuery<{ scope: string | null }>(unscoped)),
      )
      return asked.flatMap(({ rows }) => rows.map(({ scope }) => scope ?? ''))
    }
    const mine = narrowed(db, ours)
    const names = () => mine.selectFrom('accounts').select('name').execute()
    const work = [
      names,
      () => mine.transaction().execute(async (trx) => trx.selectFrom('accounts').select('name').execute()),
      () => sql`select 1 / ${0}::int`.execute(mine),
      () => sql`select no such column`.execute(mine),
      () =>
        mine.transaction().execute(async () => {
          throw new Error('changed my mind')
        }),
      () => mine.transaction().execute(async (trx) => sql`select 1 / 0`.execute(trx)),
    ]
    const done = await Promise.allSettled([...work, ...work, ...work].map((each) => each()))
    expect(done.filter(({ status }) => status === 'rejected')).toHaveLength(12)
    expect(await left()).toEqual(Array.from({ length: 10 }, () => ''))
  })

  test('concurrent statements of two accounts each see their own', async () => {
    const ids = Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? ours : theirs))
    const found = await Promise.all(
      ids.map((id) => narrowed(db, id).selectFrom('accounts').select('id').execute()),
    )
    expect(found).toEqual(ids.map((id) => [{ id }]))
  })

  test('a statement of one account is one statement', async () => {
    const { store } = testStore
    const before = store.statements()
    await new Tenant(db, store.dialect, ours, 'Test').business()
    expect(store.statements() - before).toBe(1)
  })

  test('an account that is no whole number is never sent', async () => {
    const account = "7'; drop table settings; --" as unknown as number
    const read = narrowed(db, account).selectFrom('accounts').select('id').execute()
    await expect(read).rejects.toThrow('An account is a whole number')
  })
})
