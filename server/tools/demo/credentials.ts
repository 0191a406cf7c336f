import type { CredentialKind } from '#contract/access/credentials.ts'
import { dayMs, minuteMs } from '#contract/values/durations.ts'
import type { Ability } from '#contract/wire/endpoint.ts'
import { insertCredential } from '#server/platform/access/credentials.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { timestamp } from '#server/platform/lib/clock.ts'

const shownDays = 30

interface DemoCredential {
  readonly kind: CredentialKind
  readonly name: string
  readonly abilities: readonly Ability[]
  readonly rateLimit: number
  /** Days until it expires. */
  readonly expiresIn?: number
  /** Days since it was revoked. */
  readonly revoked?: number
  /** Requests of a usual working day. */
  readonly perDay: number
  /** Addresses for documentation, which nobody has. */
  readonly from: string
}

const demoCredentials: readonly DemoCredential[] = [
  {
    kind: 'key',
    name: 'Old website',
    abilities: [],
    rateLimit: 600,
    revoked: 6,
    perDay: 40,
    from: '203.0.113.20',
  },
  {
    kind: 'token',
    name: 'Newsletter tool',
    abilities: ['contacts.view'],
    rateLimit: 60,
    expiresIn: 75,
    perDay: 96,
    from: '198.51.100.7',
  },
  {
    kind: 'key',
    name: 'Ledgerline bookkeeping',
    abilities: ['contacts.view', 'invoices.manage'],
    rateLimit: 600,
    perDay: 1_180,
    from: '203.0.113.88',
  },
]

/** Adds credentials with their usage of a month. Nobody ever sees their secrets. */
export async function addCredentials(
  tenant: Tenant,
  creator: { readonly id: number; readonly name: string },
): Promise<void> {
  for (const { kind, name, abilities, rateLimit, ...demo } of demoCredentials) {
    const endMs = Date.now() - (demo.revoked ?? 0) * dayMs
    const expiresAt = demo.expiresIn === undefined ? null : timestamp(Date.now() + demo.expiresIn * dayMs)
    const { id } = await insertCredential(tenant, { kind, name, abilities, rateLimit, expiresAt, creator })
    await tenant
      .update('credentials')
      .set({
        created_at: timestamp(Date.now() - 120 * dayMs),
        last_used_at: timestamp(endMs - 4 * minuteMs),
        last_used_from: demo.from,
        revoked_at: demo.revoked === undefined ? null : timestamp(endMs),
      })
      .where('id', '=', id)
      .execute()
    const days = Array.from({ length: shownDays - (demo.revoked ?? 0) }, (_, ago) => ago)
    await tenant.insert(
      'credential_days',
      days.map((ago) => ({ credential_id: id, ...usageOf(demo.perDay, endMs - ago * dayMs, ago) })),
    )
  }
}

function usageOf(perDay: number, ms: number, ago: number) {
  const isWeekend = [0, 6].includes(new Date(ms).getUTCDay())
  const requests = Math.round(perDay * (isWeekend ? 0.3 : 1) * (0.8 + ((ago * 7) % 5) / 10))
  return {
    day: timestamp(ms).slice(0, 10),
    requests,
    rejected: Math.round(requests * (ago % 9 === 4 ? 0.14 : 0.01)),
    // One morning, an import of theirs was in a hurry.
    rate_limited: perDay > 1_000 && ago === 11 ? Math.round(requests * 0.2) : 0,
  }
}
