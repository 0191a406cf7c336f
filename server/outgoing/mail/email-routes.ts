import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { EmailAbout } from '#server/platform/db/tables/emails.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import type { Call } from '#server/platform/http/mount.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'

import { readEmail, retryEmail } from './emails.ts'
import type { Queue } from './queue.ts'

type EmailCall = Pick<Call<Endpoint>, 'tenant' | 'request' | 'reply'> & { readonly body?: unknown }

/** Throws 409 where this service can’t email. */
export function requireMailServer({ outbox }: Pick<Context, 'outbox'>): void {
  if (!outbox.canSend) throw new HttpError('CONFLICT', 'This service isn’t set up to send email (SMTP_URL)')
}

/** Answers a request that queues an email, once for each `Idempotency-Key`. `write` returns its id, and runs in a transaction. */
export async function emailOnce<About extends EmailAbout>(
  context: Context,
  { about, topic }: Queue<About>,
  endpoint: Endpoint,
  { tenant, request, reply, body }: EmailCall,
  write: (trx: Tenant) => Promise<number>,
) {
  requireMailServer(context)
  const data = await writeOnce(endpoint, { tenant, request, reply, body }, async (trx) =>
    readEmail(trx, about, await write(trx)),
  )
  context.outbox.wake()
  context.live.publish(tenant.account, { topic, id: null })
  return { data }
}

/** Answers a request to attempt a failed email again. */
export const retryOnce = <About extends EmailAbout>(
  context: Context,
  queue: Queue<About>,
  endpoint: Endpoint,
  { params, ...call }: EmailCall & { readonly params: { readonly id: number } },
) => emailOnce(context, queue, endpoint, call, (trx) => retryEmail(trx, queue, params.id))
