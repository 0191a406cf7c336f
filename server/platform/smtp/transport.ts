import { createTransport } from 'nodemailer'

import { minuteMs } from '#contract/values/durations.ts'
import { isLoopback } from '#server/config.ts'

import type { MailError, MailOutcome } from './decide.ts'

/** Where emails go, and the address they come from. */
export interface MailServer {
  /** `smtp://` or `smtps://`, with user and password where needed. */
  readonly url: string
  readonly from: string
}

export interface Mail {
  readonly messageId: string
  readonly fromName: string
  readonly replyTo: string | null
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  /** The same for programs that show HTML. */
  readonly html?: string
  /** A PNG that the HTML shows. */
  readonly logo?: { readonly id: string; readonly bytes: Buffer } | undefined
  /** When it was written. */
  readonly date: Date
  readonly attachments?: readonly MailAttachment[]
  /** Nobody wrote it: mail programs don’t answer it with an absence. */
  readonly isAutomatic?: boolean
  /** An iCalendar object: a part that mail programs offer to answer, and a file for the others. */
  readonly calendar?: { readonly method: 'REQUEST' | 'CANCEL'; readonly text: string }
}

/** A file in an email. */
export interface MailAttachment {
  readonly name: string
  readonly bytes: Buffer
  readonly mediaType: string
}

/** The Message-ID of an email with that id, in the domain that emails come from. */
export const messageIdOf = (id: string, { from }: Pick<MailServer, 'from'>): string =>
  `<${id}@${from.split('@')[1] ?? 'localhost'}>`

/** One attempt ends within this time, whatever the server does. */
export const attemptAtMostMs = 60_000
/** An attempt of a process that is gone is taken over after this time; a living one has given up long before. */
export const claimForMs = attemptAtMostMs + 2 * minuteMs
const usualLimits = {
  connectionTimeout: 15_000,
  greetingTimeout: 15_000,
  socketTimeout: 30_000,
  dnsTimeout: 10_000,
}

/** Sends the email, once. `limits` are milliseconds. Never throws: what went wrong is part of the outcome. */
export async function sendMail(
  { url, from }: MailServer,
  mail: Mail,
  limits = usualLimits,
  atMostMs = attemptAtMostMs,
): Promise<MailOutcome> {
  const { hostname, username, protocol } = new URL(url)
  const transport = createTransport({
    url,
    ...limits,
    disableFileAccess: true,
    disableUrlAccess: true,
    // A password never travels in the clear, except within this machine. STARTTLS is used wherever it is offered.
    requireTLS: protocol === 'smtp:' && username !== '' && !isLoopback(hostname),
  })
  try {
    const sent = await transport.sendMail({
      messageId: mail.messageId,
      date: mail.date,
      from: { name: mail.fromName, address: from },
      // As parts, never as text: in a text, a comma or a bracket would make another recipient.
      to: mail.to.map((address) => ({ name: '', address })),
      ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
      subject: mail.subject,
      text: mail.text,
      ...(mail.html !== undefined && { html: mail.html }),
      ...(mail.isAutomatic && { headers: { 'Auto-Submitted': 'auto-generated' } }),
      attachments: [
        ...(mail.logo
          ? [
              {
                cid: mail.logo.id,
                filename: 'logo.png',
                content: mail.logo.bytes,
                contentType: 'image/png',
                contentDisposition: 'inline' as const,
              },
            ]
          : []),
        ...(mail.attachments ?? []).map(({ name, bytes, mediaType }) => ({
          filename: name,
          content: bytes,
          contentType: mediaType,
        })),
      ],
      ...(mail.calendar && {
        icalEvent: { method: mail.calendar.method, content: mail.calendar.text, filename: 'invite.ics' },
      }),
      signal: AbortSignal.timeout(atMostMs),
    })
    return { kind: 'sent', refused: sent.rejected.map(String) }
  } catch (error) {
    return { kind: 'failed', error: error as MailError }
  } finally {
    transport.close()
  }
}
