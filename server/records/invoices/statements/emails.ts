import { StatementScope } from '#contract/customers/account-statements.ts'
import type { EmailInput } from '#contract/invoices/emails.ts'
import { queueEmail } from '#server/outgoing/mail/emails.ts'
import type { Queue } from '#server/outgoing/mail/queue.ts'
import type { Caller } from '#server/platform/access/caller-types.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { recordActivity } from '#server/platform/audit/activity.ts'
import { fullName } from '#server/records/customers/columns.ts'
import { attachmentOf } from '#server/records/invoices/email-queue.ts'
import { type DocumentPdf, type PdfNeeds, fileName, readLogo, render } from '#server/records/invoices/pdf.ts'

import { statementSheetOf } from './sheet.ts'
import { type Statement, readStatement } from './statement.ts'

/** Returns the PDF of the statement as it is now. Throws 404, 409 where this machine can't make any, and 422. */
export async function readStatementPdf(
  needs: PdfNeeds,
  tenant: Tenant,
  id: number,
  scope: StatementScope,
): Promise<DocumentPdf> {
  const statement = await readStatement(tenant, id, scope)
  return drawStatement(needs, tenant, statement)
}

async function drawStatement(needs: PdfNeeds, tenant: Tenant, statement: Statement): Promise<DocumentPdf> {
  const sheet = statementSheetOf(statement)
  const bytes = await render(needs, tenant, { sheet, logo: await readLogo(needs, statement.sender) })
  return { name: fileName(sheet.title), bytes }
}

/** Queues an email with the statement in the transaction that decides it. Returns its id. Throws 404, 422 and 429. */
export async function queueStatement(
  tenant: Tenant,
  caller: Caller,
  id: number,
  {
    statement: { currency, from, to } = {},
    ...email
  }: EmailInput & { readonly statement?: StatementScope | undefined },
): Promise<number> {
  // What it says is what it was written for: a statement until today stays that, however late it is sent.
  const { shown } = await readStatement(tenant, id, { currency, from, to })
  return queueEmail(tenant, caller, {
    about: 'customer',
    about_id: id,
    kind: 'statement',
    statement: JSON.stringify({ currency: shown.currency, from, to: shown.to }),
    ...email,
  })
}

/** Emails with a statement of account. */
export const statementQueue: Queue<'customer'> = {
  about: 'customer',
  topic: 'customers',
  hasPdf: true,
  async obstacle(tenant, { about_id }) {
    const customer = await readName(tenant, about_id)
    return customer ? undefined : 'The customer was deleted.'
  },
  async readParts(needs, tenant, { about_id, statement }) {
    const scope = StatementScope.parse(JSON.parse(statement))
    const read = await readStatement(tenant, about_id, scope)
    return {
      language: read.shown.look.language,
      attachments: [attachmentOf(await drawStatement(needs, tenant, read))],
      logo: await readLogo(needs, read.sender),
    }
  },
  async record(tenant, actor, { about_id }, isSent) {
    const customer = await readName(tenant, about_id)
    await recordActivity(tenant, actor, {
      customerId: customer ? about_id : null,
      title: customer ? fullName(customer) : '',
      event: isSent ? 'emailed' : 'email_failed',
      description: isSent ? 'Statement of account emailed' : 'Statement of account email failed',
    })
  },
}

/** Reads the customer's name; undefined if there is no such customer. */
export const readName = (tenant: Tenant, id: number) =>
  tenant.select('customers').select(['name', 'last_name']).where('id', '=', id).executeTakeFirst()
