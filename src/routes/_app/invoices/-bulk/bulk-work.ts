import type { DefaultError, QueryClient, UseMutationOptions } from '@tanstack/react-query'

import { invoiceEmails } from '#api/invoice-emails.ts'
import { invoiceWrites } from '#api/invoice-writes.ts'
import { invoices, versionOf } from '#api/invoices.ts'
import { sendDraft } from '#api/send-invoice.ts'
import { templates } from '#api/templates.ts'
import type { Session } from '#contract/access/session.ts'
import type { EmailTexts } from '#contract/account/templates.ts'
import type { EmailInput } from '#contract/invoices/emails.ts'
import type { Invoice, PaymentMethod } from '#contract/invoices/invoices.ts'
import { newKey } from '#lib/new-key.ts'
import { emailDraft } from '#parts/emails/email-draft.ts'

/** What is done with each invoice. */
export type Work =
  | { readonly kind: 'send' | 'remind'; readonly isEmailed: boolean }
  | { readonly kind: 'pay'; readonly paid_on: string; readonly method: PaymentMethod }

/** An invoice as it was read first, and the key of what is done with it: both stay, so that nothing is done twice. */
interface Begun {
  readonly invoice: Invoice
  readonly key: string
}

/** Returns a function that does it with one invoice. It can be repeated until it has worked. */
export function makeWorker(client: QueryClient, session: Session): (work: Work, id: number) => Promise<void> {
  const begun = new Map<number, Begun>()
  // The list is read again once, when all is done.
  const run = <Data, Input>(options: UseMutationOptions<Data, DefaultError, Input>, input: Input) =>
    client
      .getMutationCache()
      .build(client, { ...options, meta: {} })
      .execute(input)
  const begin = async (id: number): Promise<Begun> => {
    const known = begun.get(id)
    if (known) return known
    const invoice = await client.fetchQuery({ ...invoices.one(id, session.features), staleTime: 0 })
    const made = { invoice, key: newKey() }
    begun.set(id, made)
    return made
  }
  return async (work, id) => {
    const { invoice, key } = await begin(id)
    const version = versionOf({ version: invoice.version ?? 1 })
    switch (work.kind) {
      case 'pay': {
        const { paid_on, method } = work
        const amount = invoice.amount_due ?? invoice.total_amount
        const input = { kind: 'payment', amount, paid_on, method, reference: '', overpays: false } as const
        await run(invoiceWrites.recordPayment(id), { input, version, key })
        return
      }
      case 'remind':
        await run(invoiceEmails.send(id, 'reminder'), {
          email: await emailFor(client, session, 'reminder', invoice),
          key,
        })
        return
      case 'send': {
        const email = work.isEmailed
          ? { email: await emailFor(client, session, 'invoice', invoice) }
          : undefined
        await run(sendDraft(id), { key, version, ...email })
      }
    }
  }
}

/** The email by the default template, whose placeholders the service fills, or the usual one. */
async function emailFor(
  client: QueryClient,
  session: Session,
  kind: 'invoice' | 'reminder',
  invoice: Invoice,
): Promise<EmailInput> {
  const { to, ...usual } = emailDraft(kind, invoice, session)
  const texts = (await defaultTexts(client, kind)) ?? usual
  return { to: [to], subject: texts.subject, message: texts.message }
}

async function defaultTexts(
  client: QueryClient,
  kind: 'invoice' | 'reminder',
): Promise<EmailTexts | undefined> {
  // Read once for all of them.
  const fresh = { staleTime: 60_000 }
  const list = await client.fetchQuery({ ...templates.list(`${kind}_email`), ...fresh })
  const usual = list.find(({ is_default }) => is_default)
  return usual && client.fetchQuery({ ...templates.one(usual.id), ...fresh })
}
