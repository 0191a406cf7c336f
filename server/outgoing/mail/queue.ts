import type { Selectable } from 'kysely'
import type { Logger } from 'pino'

import type { LiveChange } from '#contract/wire/live.ts'
import type { Tenant } from '#server/platform/access/tenant.ts'
import type { Actor } from '#server/platform/audit/activity.ts'
import type { EmailAbout, EmailTable, EmailsAbout } from '#server/platform/db/tables/emails.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import type { SealKey } from '#server/platform/lib/seal.ts'
import type { PdfRenderer } from '#server/platform/pdf/renderer.ts'
import type { Mail, MailAttachment } from '#server/platform/smtp/transport.ts'

/** An email about a record of that kind. */
export type EmailRow<About extends EmailAbout = EmailAbout> = Selectable<EmailTable> & EmailsAbout[About]

/** Makes and finds the files of an email. */
export interface PartNeeds {
  readonly files: FileStore
  readonly pdfs: PdfRenderer
  readonly log: Logger
  /** Origin of links, and the key that their secrets are derived from. */
  readonly publicUrl: () => string
  readonly sealKey: SealKey
}

export interface MailParts extends Pick<Mail, 'calendar'> {
  readonly attachments: readonly MailAttachment[]
  /** The language that the message is in, unless it is English: a BCP 47 tag. */
  readonly language?: string
  /** A PNG. */
  readonly logo?: Buffer | undefined
  /** What to do about it, after the message. */
  readonly action?: { readonly label: string; readonly url: string } | undefined
  /** Text that comes last. */
  readonly more?: string
}

/** What the emails about a kind of record have of their own. */
export interface Queue<About extends EmailAbout = EmailAbout> {
  readonly about: About
  /** What open screens read again. */
  readonly topic: LiveChange['topic']
  /** Whether a PDF has to be made first. */
  readonly hasPdf: boolean
  /** Why it isn't sent any more, in a sentence; undefined if nothing keeps it. */
  obstacle(tenant: Tenant, row: EmailRow<About>): Promise<string | undefined>
  /** What it has besides its message. Attachments: the PDF first. */
  readParts(needs: PartNeeds, tenant: Tenant, row: EmailRow<About>): Promise<MailParts>
  /** Records in the activity that it was sent, or failed. */
  record(tenant: Tenant, actor: Actor, row: EmailRow<About>, isSent: boolean): Promise<void>
}
