import * as z from 'zod/mini'

import { Datetime } from './surface.ts'

/** Shared parts of emails, apart from those of invoices, which only their screens need. */

/**
 * `queued` also between attempts, `sending` while one runs. `canceled`: the invoice was paid or withdrawn before the email
 * could be sent.
 */
export const emailStatuses = ['queued', 'sending', 'sent', 'failed', 'canceled'] as const
export type EmailStatus = (typeof emailStatuses)[number]

/** An address that is emailed to. */
export const EmailAddress = z
  .string('Enter an email address, like name@example.com')
  .check(
    z.trim(),
    z.maxLength(254, 'This email address is too long'),
    z.email('Enter an email address, like name@example.com'),
  )

/** An email that waits or was sent, whatever it is about. */
export const QueuedEmail = z.object({
  id: z.int(),
  status: z.enum(emailStatuses),
  to: z.array(z.string()),
  subject: z.string(),
  /** Who sent it. */
  caused_by: z.string(),
  created_at: Datetime,
  /** How often it was attempted. */
  attempts: z.int(),
  /** When it is attempted next; null once it is settled. */
  next_attempt_at: z.nullable(Datetime),
  sent_at: z.nullable(Datetime),
  /** The last problem, in a sentence; null without one. */
  problem: z.nullable(z.string()),
})
export type QueuedEmail = z.infer<typeof QueuedEmail>
