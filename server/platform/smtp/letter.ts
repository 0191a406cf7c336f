import { randomUUID } from 'node:crypto'

import { bodiesOf } from './bodies.ts'
import { decide } from './decide.ts'
import type { Shown } from './html.ts'
import { type MailServer, messageIdOf, sendMail } from './transport.ts'

/** An email without attachments that is sent while someone waits for it. */
export interface Letter extends Omit<Shown, 'business' | 'logo'> {
  readonly to: string
  /** The business, or Bureau. */
  readonly fromName: string
  readonly replyTo: string | null
}

/** Someone waits: shorter than the dashboard's patience. */
const atMostMs = 15_000
const limits = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000, dnsTimeout: 5_000 }

/**
 * Sends a letter at once, and returns why that failed, or null. Letters carry links that open an account, so they never
 * wait in the database.
 */
export async function sendLetter(
  server: MailServer,
  { to, fromName, replyTo, ...said }: Letter,
): Promise<string | null> {
  const messageId = messageIdOf(randomUUID(), server)
  const bodies = await bodiesOf({ ...said, business: fromName, logo: undefined })
  const { subject } = said
  const mail = { ...bodies, fromName, replyTo, subject, messageId, to: [to], date: new Date() }
  return decide(await sendMail(server, mail, limits, atMostMs), 1, Date.now()).problem
}
