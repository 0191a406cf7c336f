import type { FastifyInstance } from 'fastify'

import * as contract from '#contract/invoices/bank-payments.ts'
import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Context } from '#server/context.ts'
import { tellPeople } from '#server/outgoing/notifications/customer-acts.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { writeOnce } from '#server/platform/http/idempotency.ts'
import { type Call, mount } from '#server/platform/http/mount.ts'
import { sendVersion } from '#server/platform/http/versions.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { pageOf } from '#server/records/resources/mount-resource.ts'

import { deleteImport, importBankPayments, listBankPayments, readBankPayment } from './bank-payments.ts'
import { recordFrom, recordSuggested, setAside } from './recording.ts'

/** Mounts payments that arrived at the bank. Surface X. */
export function bankPayments(app: FastifyInstance, context: Context): void {
  // The invoices that they pay change with them.
  const publish = ({ account }: Tenant) => context.live.publish(account, { topic: 'invoices', id: null })

  mount(app, context, contract.listBankPayments, ({ tenant, query }) =>
    pageOf(query, (page) => listBankPayments(tenant, page)),
  )

  mount(app, context, contract.showBankPayment, async ({ tenant, params: { id }, reply }) => {
    const data = await readBankPayment(tenant, id)
    sendVersion(reply, data.version)
    return { data }
  })

  mount(app, context, contract.importBankPayments, async ({ tenant, body, request, reply }) => ({
    data: await writeOnce(
      contract.importBankPayments,
      { tenant, request, reply, body },
      (trx) => importBankPayments(trx, body.source, body.payments),
      () => publish(tenant),
    ),
  }))

  /** Changes one, once, and answers with it. */
  const change = async (
    endpoint: Endpoint,
    {
      tenant,
      request,
      reply,
      id,
      body,
    }: Pick<Call<Endpoint>, 'tenant' | 'request' | 'reply'> & { id: number; body?: unknown },
    write: (trx: Tenant) => Promise<void>,
  ) => {
    const data = await writeOnce(
      endpoint,
      { tenant, request, reply, body },
      async (trx) => {
        await write(trx)
        return readBankPayment(trx, id)
      },
      () => publish(tenant),
    )
    sendVersion(reply, data.version)
    return { data }
  }

  mount(app, context, contract.recordBankPayment, async ({ params: { id }, caller, ...call }) => {
    const answer = await change(contract.recordBankPayment, { ...call, id }, (trx) =>
      recordFrom(trx, caller, id, call.body.payments),
    )
    tellPeople(context, call.tenant.account)
    return answer
  })

  for (const [endpoint, isSetAside] of [
    [contract.setAsideBankPayment, true],
    [contract.reopenBankPayment, false],
  ] as const)
    mount(app, context, endpoint, ({ params: { id }, ...call }) =>
      change(endpoint, { ...call, id }, (trx) => setAside(trx, id, isSetAside)),
    )

  mount(app, context, contract.deleteBankImport, async ({ tenant, params: { id }, request, reply }) => ({
    data: await writeOnce(
      contract.deleteBankImport,
      { tenant, request, reply },
      async (trx) => ({ deleted: await deleteImport(trx, id) }),
      () => publish(tenant),
    ),
  }))

  mount(app, context, contract.recordSuggested, async ({ tenant, caller, body: { ids } }) => {
    let recorded = 0
    for (const id of ids) {
      // Each for itself: one whose invoice has changed meanwhile keeps none of the others back.
      const isRecorded = await tenant
        .transaction((trx) => recordSuggested(trx, caller, id))
        .catch((error: unknown) => {
          if (error instanceof HttpError) return false
          throw error
        })
      if (isRecorded) recorded += 1
    }
    if (recorded > 0) {
      publish(tenant)
      tellPeople(context, tenant.account)
    }
    return { data: { recorded, skipped: ids.length - recorded } }
  })
}
