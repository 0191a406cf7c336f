import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply } from 'fastify'

import * as contract from '#contract/invoices/electronic-invoices.ts'
import { isFinal } from '#contract/invoices/states.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { mount } from '#server/platform/http/mount.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { readSender } from '#server/records/company/versions.ts'
import { readLook } from '#server/records/invoices/templates/rows.ts'

import { readStoredNote } from '../credit-notes.ts'
import { readSenderOf, readStored } from '../details.ts'
import { fileName } from '../pdf.ts'
import { electronicFile, electronicInvoice, electronicNote, missingIn } from './files.ts'
import type { ElectronicDocument } from './model.ts'

/** Invoices and credit notes by EN 16931. Surface X. */
export function electronicInvoices(app: FastifyInstance, context: Context): void {
  mount(app, context, contract.showElectronicInvoice, async ({ tenant, params: { id } }) =>
    lacks((await readInvoice(tenant, id)).document),
  )

  mount(
    app,
    context,
    contract.downloadElectronicInvoice,
    async ({ tenant, params: { id }, query, reply }) => {
      const { document, status } = await readInvoice(tenant, id)
      if (!isFinal(status))
        throw new HttpError('CONFLICT', 'Only an invoice that was sent has electronic files')
      return sendFile(reply, document, query.format)
    },
  )

  mount(app, context, contract.showElectronicCreditNote, async ({ tenant, params: { id } }) =>
    lacks(await readNote(tenant, id)),
  )

  mount(
    app,
    context,
    contract.downloadElectronicCreditNote,
    async ({ tenant, params: { id }, query, reply }) =>
      sendFile(reply, await readNote(tenant, id), query.format),
  )
}

async function readInvoice(tenant: Tenant, id: number) {
  const stored = await readStored(tenant, id)
  const sender = await readSenderOf(tenant, stored.row)
  const document = electronicInvoice(stored, sender, await readLook(tenant, stored.row, sender))
  return { document, status: stored.row.status }
}

async function readNote(tenant: Tenant, id: number) {
  const stored = await readStoredNote(tenant, id)
  const { company_id } = stored.note
  return electronicNote(stored, await readSender(tenant, { company_id, isSent: true }))
}

const lacks = (document: ElectronicDocument | undefined) => ({
  data: {
    formats: contract.electronicFormats.map((format) => ({
      format,
      missing: [...missingIn(document, format)],
    })),
  },
})

function sendFile(
  reply: FastifyReply,
  document: ElectronicDocument | undefined,
  format: 'xrechnung' | 'peppol' = 'xrechnung',
): FastifyReply {
  const file = electronicFile(document, format)
  if (document === undefined || file === undefined)
    throw new HttpError('CONFLICT', missingIn(document, format)[0]?.message)
  return reply
    .type('application/xml')
    .header('content-disposition', contentDisposition(fileName(document.number, `-${format}.xml`)))
    .header('x-content-type-options', 'nosniff')
    .send(file)
}
