import { setInterval } from 'node:timers'

import type { Logger } from 'pino'

import { emailNextNotification } from '#server/outgoing/notifications/emails.ts'
import { Tenant } from '#server/platform/access/tenant.ts'
import { storedActor } from '#server/platform/audit/activity.ts'
import type { Store } from '#server/platform/db/store.ts'
import type { FileStore } from '#server/platform/files/store.ts'
import { timestamp } from '#server/platform/lib/clock.ts'
import { isOutage } from '#server/platform/lib/each.ts'
import type { Failures } from '#server/platform/lib/failures.ts'
import { HttpError } from '#server/platform/lib/http-error.ts'
import type { SealKey } from '#server/platform/lib/seal.ts'
import type { LiveBus } from '#server/platform/live/bus.ts'
import { type PdfRenderer, canMakePdfs } from '#server/platform/pdf/renderer.ts'
import { bodiesOf } from '#server/platform/smtp/bodies.ts'
import { type MailDecision, type MailOutcome, decide, mostAttempts } from '#server/platform/smtp/decide.ts'
import { type Mail, type MailServer, messageIdOf, sendMail } from '#server/platform/smtp/transport.ts'

import { EmailClaims, interrupted } from './claims.ts'
import type { EmailRow, Queue } from './queue.ts'

interface Needs {
  /** The kinds of email that wait. */
  readonly emailQueues: readonly Queue[]
  /** Undefined where the service can't email. */
  readonly server: MailServer | undefined
  readonly store: Store
  readonly files: FileStore
  readonly pdfs: PdfRenderer
  readonly live: LiveBus
  /** Origin of the links in emails, and the key that their secrets are derived from. */
  readonly publicUrl: () => string
  readonly sealKey: SealKey
  readonly log: Logger
  readonly failures: Failures
}

/** The Content-ID of the logo. */
const logoId = 'logo@bureau'

/** An email that was queued elsewhere, or waits for its next attempt, is found within this time. */
const lookEveryMs = 5_000

/** Kinds of email that are alike in whether they wait for a PDF. */
interface Group {
  readonly queues: readonly Queue[]
  readonly hasPdf: boolean
  /** Accounts whose email is under way. One that waits for its PDF keeps up none without. */
  readonly busy: Set<number>
}

/** Sends one email at a time, of the first group that has one. */
type Lane = readonly Group[]

/**
 * Sends queued emails of invoices, proposals, contracts and meetings, and notifications in the background, three at a time; accounts take
 * turns. An attempt is recorded before it begins, so that nothing is
 * sent twice by two processes. One that a crash interrupts is repeated with the same Message-ID: nobody can know whether the
 * server had taken it.
 */
export class Outbox {
  readonly #needs: Needs
  /** Two for everything, and one for emails that wait for no PDF. */
  readonly #lanes: readonly Lane[]
  readonly #claims: EmailClaims
  #timer: NodeJS.Timeout | undefined
  /** The work of each lane. */
  readonly #work = new Map<Lane, Promise<void>>()
  /** Counts the times that something may be due. */
  #wakes = 0
  /** Accounts that had a turn in this round: each account sends one email before another sends its second. */
  readonly #served = new Set<number>()
  #looking: Promise<unknown> = Promise.resolve()
  #isStopping = false

  constructor(needs: Needs) {
    this.#needs = needs
    const groupOf = (hasPdf: boolean): Group => ({
      queues: needs.emailQueues.filter((queue) => queue.hasPdf === hasPdf),
      hasPdf,
      busy: new Set(),
    })
    const withPdf = groupOf(true)
    const without = groupOf(false)
    this.#lanes = [[withPdf, without], [withPdf, without], [without]]
    this.#claims = new EmailClaims(needs)
  }

  /** Whether invoices can be emailed: there is a server for it, and they can be attached. */
  get canSend(): boolean {
    return this.#needs.server !== undefined && canMakePdfs
  }

  /** Begins to send, here and now and whenever something is due. */
  start(): void {
    if (!this.#needs.server) return
    this.#timer = setInterval(() => this.wake(), lookEveryMs).unref()
    this.wake()
  }

  /** Looks for emails now, if it was started. */
  wake(): void {
    if (!this.#timer || this.#isStopping) return
    this.#wakes += 1
    for (const lane of this.#lanes) if (!this.#work.has(lane)) this.#begin(lane)
  }

  #begin(lane: Lane): void {
    const work = async () => {
      try {
        let seen
        do {
          seen = this.#wakes
          await this.#drain(lane, Date.now)
          // What was queued during the last look is found by another one.
        } while (seen !== this.#wakes && !this.#isStopping)
      } catch (error) {
        this.#needs.failures.report('emails', error)
      } finally {
        this.#work.delete(lane)
      }
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#work.set(lane, promise)
    void work().finally(resolve)
  }

  /** Resolves once the attempts that are under way have been recorded. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await Promise.all(this.#work.values())
  }

  /** Attempts everything that is due at that time, each once. */
  async sendDue(clock: () => number = Date.now): Promise<void> {
    await Promise.all(this.#lanes.map((lane) => this.#drain(lane, clock)))
  }

  async #drain(lane: Lane, clock: () => number): Promise<void> {
    while (!this.#isStopping && this.#needs.server !== undefined && (await this.#sendNext(lane, clock)));
  }

  /** Attempts one email of the account whose turn it is. Returns whether there was one. */
  async #sendNext(lane: Lane, clock: () => number): Promise<boolean> {
    const { server, ...needs } = this.#needs
    if (!server) return false
    // Now, as another lane may begin the next round meanwhile: then this one would end, and leave what it has passed over.
    const hasPassedOver = this.#served.size > 0
    const claimed = await this.#claimNext(lane, clock)
    if (claimed) {
      const { queue, row, busy } = claimed
      await this.#attempt(queue, row, clock)
        .catch((error: unknown) => {
          if (isOutage(error)) throw error
          this.#needs.failures.report('emails', error, { email: row.id })
        })
        .finally(() => busy.delete(row.account_id))
      return true
    }
    const claim = () => this.#claims.next('notifications', clock(), { served: [...this.#served] })
    const account = await emailNextNotification({ server, ...needs }, clock, claim)
    if (account !== undefined) this.#served.add(account)
    if (account !== undefined || !hasPassedOver) return account !== undefined
    // Everybody had a turn: another round.
    this.#served.clear()
    return true
  }

  /** One lane looks at a time: emails of one account leave in their order. */
  #claimNext(lane: Lane, clock: () => number) {
    const claim = async () => {
      for (const { queues, hasPdf, busy } of lane) {
        if (hasPdf && !canMakePdfs) continue
        const row = await this.#claims.next('emails', clock(), {
          served: [...this.#served, ...busy],
          about: queues.map(({ about }) => about),
        })
        const queue = queues.find(({ about }) => about === row?.about)
        if (!row || !queue) continue
        this.#served.add(row.account_id)
        busy.add(row.account_id)
        return { queue, row, busy }
      }
      return undefined
    }
    const claimed = this.#looking.then(claim)
    this.#looking = claimed.catch(() => undefined)
    return claimed
  }

  async #attempt(queue: Queue, row: EmailRow, clock: () => number): Promise<void> {
    const { log } = this.#needs
    const startedMs = performance.now()
    this.#publish(queue, row)
    const outcome = await this.#outcomeOf(queue, row)
    if (outcome.kind === 'canceled') {
      await this.#settle(row, { status: 'canceled', next_attempt_at: null, problem: outcome.problem })
    } else {
      const decision = decide(outcome, row.attempts, clock())
      await this.#record(queue, row, decision, clock())
      const { code, responseCode } = outcome.kind === 'failed' ? outcome.error : {}
      const durationMs = Math.round(performance.now() - startedMs)
      log.info(
        { email: row.id, attempt: row.attempts, result: decision.kind, code, responseCode, durationMs },
        'email attempted',
      )
    }
    this.#publish(queue, row)
  }

  /** What keeps it from being prepared may pass, so it is tried again and shown, like what the mail server refuses. */
  async #outcomeOf(
    queue: Queue,
    row: EmailRow,
  ): Promise<MailOutcome | { readonly kind: 'canceled'; readonly problem: string }> {
    const { server, failures } = this.#needs
    if (!server) return { kind: 'failed', error: { message: 'no mail server' } }
    if (row.attempts > mostAttempts) return { kind: 'failed', error: { code: 'EINTERRUPTED', message: '' } }
    const tenant = this.#tenantOf(row)
    let mail: Mail
    try {
      const problem = await queue.obstacle(tenant, row)
      if (problem !== undefined) return { kind: 'canceled', problem }
      mail = await this.#mailOf(server, { queue, row, tenant })
    } catch (error) {
      failures.report('emails', error, { email: row.id })
      const isText = error instanceof HttpError && error.code === 'VALIDATION_FAILED'
      return { kind: 'failed', error: { code: isText ? 'EPDFTEXT' : 'EPDF', message: '' } }
    }
    return sendMail(server, mail)
  }

  async #mailOf(
    server: MailServer,
    { queue, row, tenant }: { readonly queue: Queue; readonly row: EmailRow; readonly tenant: Tenant },
  ): Promise<Mail> {
    const {
      attachments,
      language = 'en',
      logo,
      action,
      more = '',
      calendar,
    } = await queue.readParts(this.#needs, tenant, row)
    const { name: fromName } = await tenant.business()
    return {
      messageId: messageIdOf(row.message_id, server),
      fromName,
      replyTo: row.reply_to,
      to: JSON.parse(row.recipients) as string[],
      subject: row.subject,
      ...(await bodiesOf({
        language,
        subject: row.subject,
        business: fromName,
        logo: logo && `cid:${logoId}`,
        message: row.message,
        action,
        more,
      })),
      logo: logo && { id: logoId, bytes: logo },
      date: new Date(row.created_at),
      attachments,
      ...(calendar && { calendar }),
    }
  }

  async #record(queue: Queue, row: EmailRow, decision: MailDecision, nowMs: number): Promise<void> {
    const { problem } = decision
    if (decision.kind === 'retry')
      return this.#settle(row, {
        status: 'queued',
        next_attempt_at: timestamp(decision.atMs),
        problem,
      }).then(() => undefined)
    const isSent = decision.kind === 'sent'
    const columns = {
      status: decision.kind,
      next_attempt_at: null,
      sent_at: isSent ? timestamp(nowMs) : null,
      problem: problem ?? (row.problem === interrupted ? interrupted : null),
    }
    const tenant = this.#tenantOf(row)
    const recorded = tenant.transaction(async (trx) => {
      // Otherwise another process took it over and has recorded it.
      if (await this.#settle(row, columns, trx))
        await queue.record(trx, storedActor(row.actor_id), row, isSent)
    })
    await recorded.catch(async (error: unknown) => {
      // Without its activity: otherwise what was sent would be sent again.
      await this.#settle(row, columns)
      throw error
    })
  }

  /** Returns whether this is still the attempt that counts. */
  async #settle(
    row: EmailRow,
    columns: Pick<EmailRow, 'status' | 'next_attempt_at' | 'problem'> & { readonly sent_at?: string | null },
    tenant = this.#tenantOf(row),
  ): Promise<boolean> {
    const changed = await tenant
      .update('emails')
      .set(columns)
      .where('id', '=', row.id)
      .where('attempts', '=', row.attempts)
      .returning('id')
      .executeTakeFirst()
    return changed !== undefined
  }

  #tenantOf({ account_id, caused_by }: EmailRow): Tenant {
    const { db, dialect } = this.#needs.store
    return new Tenant(db, dialect, account_id, caused_by)
  }

  #publish({ topic }: Queue, { account_id, about_id }: EmailRow) {
    this.#needs.live.publish(account_id, { topic, id: about_id })
  }
}
