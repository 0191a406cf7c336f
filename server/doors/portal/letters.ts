import type { DocumentLook } from '#contract/invoices/looks.ts'
import { type CustomerText, translated } from '#contract/translations/translations.ts'
import type { Context } from '#server/context.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import { sendLetter } from '#server/platform/smtp/letter.ts'
import type { MailServer } from '#server/platform/smtp/transport.ts'
import { currentLook } from '#server/records/invoices/templates/rows.ts'

/** Throws 409 where the service can’t email, to a customer who asked for it. */
export function requireMailServer({ config }: Pick<Context, 'config'>): MailServer {
  if (!config.mail)
    throw new HttpError('CONFLICT', 'No email can be sent at the moment. Ask the sender for help.')
  return config.mail
}

/** Who writes to a customer, and in which language. */
export interface Writer {
  readonly business: string
  readonly language: DocumentLook['language']
}

export async function writerTo(tenant: Tenant, customer: number): Promise<Writer> {
  const { name: business, country } = await tenant.business()
  const { language } = await currentLook(tenant, customer, { country })
  return { business, language }
}

/** A letter about the portal. Its texts may have `{business}` and what is among `values`. */
export interface PortalLetter {
  readonly subject: CustomerText
  readonly values?: Readonly<Record<string, string>>
  /** Paragraphs, the greeting first. */
  readonly message: readonly CustomerText[]
  /** What they open, or the code that they type. */
  readonly action: { readonly label: string; readonly url: string } | { readonly code: string }
  readonly after: readonly CustomerText[]
}

/** Sends a letter, and returns why that failed, or null. */
export async function sendPortalLetter(
  server: MailServer,
  { to, replyTo = null }: { readonly to: string; readonly replyTo?: string | null },
  { business, language }: Writer,
  { subject: title, values = {}, message: before, action, after }: PortalLetter,
): Promise<string | null> {
  const say = (text: CustomerText) => translated(language, text, { business, ...values })
  return sendLetter(server, {
    to,
    fromName: business,
    replyTo,
    language,
    subject: say(title),
    message: [...before.map(say), ...('code' in action ? [action.code] : [])].join('\n\n'),
    action: 'url' in action ? action : undefined,
    more: after.map(say).join('\n\n'),
  })
}

/** Sends a letter to each, and returns the addresses without giving them away. Throws 409 if none could be sent. */
export async function sendToAll(
  server: MailServer,
  to: readonly string[],
  writer: Writer,
  letter: PortalLetter,
): Promise<string[]> {
  const problems = await Promise.all(
    to.map((address) => sendPortalLetter(server, { to: address }, writer, letter)),
  )
  if (problems.every((problem) => problem !== null))
    throw new HttpError('CONFLICT', 'The email couldn’t be sent. Try again in a few minutes.')
  return to.map(masked)
}

/** `z•••@example.com`, which tells it to those who know the address. */
const masked = (address: string): string => address.replace(/^(.).*(@[^@]*)$/su, '$1•••$2')
