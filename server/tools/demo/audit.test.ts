import { expect, test } from 'vitest'

import { startService } from '#server/tools/testing/service.ts'

import { seedDemo } from './seed.ts'

test('everyone in the demo was last seen when the audit log says they did something last', async () => {
  const service = await startService({ DEMO: '1' })
  try {
    await seedDemo(service.context)
    const { db } = service.context.store
    const members = await db
      .selectFrom('memberships')
      .innerJoin('accounts', 'accounts.id', 'memberships.account_id')
      .innerJoin('audit_log', (join) =>
        join
          .onRef('audit_log.actor_id', '=', 'memberships.user_id')
          .onRef('audit_log.account_id', '=', 'memberships.account_id')
          .on('audit_log.actor_kind', '=', 'staff'),
      )
      .select(['memberships.id', 'memberships.last_seen_at'])
      .select((eb) => eb.fn.max('audit_log.at').as('last_entry'))
      .where('accounts.name', '=', 'Harbor & Finch Studio')
      .groupBy(['memberships.id', 'memberships.last_seen_at'])
      .execute()
    expect(members).toHaveLength(3)
    for (const { last_seen_at, last_entry } of members) expect(last_seen_at).toBe(last_entry)
  } finally {
    await service.close()
  }
})
