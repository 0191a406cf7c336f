import type { Logger } from 'pino'

import type { Config } from './config.ts'
import { connectByVariables } from './doors/connected/environments.ts'
import { Forwarder } from './doors/connected/forward.ts'
import { ImportRunner } from './doors/imports/runner.ts'
import { sweepPortal } from './doors/portal/sessions.ts'
import { Dispatcher } from './outgoing/delivery/dispatcher.ts'
import { takeOverEarlierEmails } from './outgoing/mail/earlier-emails.ts'
import { sweepEmailCounts } from './outgoing/mail/limits.ts'
import { Outbox } from './outgoing/mail/outbox.ts'
import type { Queue } from './outgoing/mail/queue.ts'
import { sweepNotifications } from './outgoing/notifications/retention.ts'
import { KnownCallers, knownForMs } from './platform/access/known-callers.ts'
import { systemActor } from './platform/access/origin.ts'
import { secretKey } from './platform/access/secret.ts'
import { sweepDevices } from './platform/access/staff/devices.ts'
import { sweepSessions } from './platform/access/staff/hashed-sessions.ts'
import { type PasswordHash, scryptHash } from './platform/access/staff/password-hash.ts'
import { sweepResets } from './platform/access/staff/password-reset.ts'
import { type Staff, openStaff } from './platform/access/staff/staff.ts'
import { sweepAttempts } from './platform/access/staff/throttle.ts'
import { sweepChallenges } from './platform/access/staff/two-factor/second-step.ts'
import { sweepAuditLog } from './platform/audit/retention.ts'
import type { Store } from './platform/db/store.ts'
import { FileHousekeeping } from './platform/files/housekeeping.ts'
import { FileStore } from './platform/files/store.ts'
import { ExpensiveReads } from './platform/http/expensive-reads.ts'
import { sweepStoredResponses } from './platform/http/idempotency.ts'
import { type RateLimits, RateLimiter } from './platform/http/rate-limit.ts'
import { SharedRateLimiter } from './platform/http/shared-rate-limit.ts'
import { Failures } from './platform/lib/failures.ts'
import { makeLog } from './platform/lib/log.ts'
import { type SealKey, sealKeyFrom } from './platform/lib/seal.ts'
import { LiveBus } from './platform/live/bus.ts'
import type { Metrics } from './platform/metrics/metrics.ts'
import { PdfRenderer } from './platform/pdf/renderer.ts'
import { tieInstallation } from './platform/startup/installation.ts'
import { Lifecycle, type Part } from './platform/startup/lifecycle.ts'
import { openStore } from './platform/startup/open-store.ts'
import { CredentialUsage } from './records/credentials/usage.ts'
import { carryOutNextBatch, sweepChanges } from './records/customers/changes/batches.ts'
import { renameNextBatch } from './records/customers/fields/renames.ts'
import { customerImport } from './records/customers/import.ts'
import { JobRunner } from './records/customers/job-runner.ts'
import { deleteNextBatch } from './records/customers/matching-deletion.ts'
import { sweepTrashedCustomers } from './records/customers/trash/purge.ts'
import { documentQueues } from './records/documents/email-queue.ts'
import { endDocuments } from './records/documents/expiry.ts'
import { sendDigests } from './records/invoices/digest.ts'
import { invoiceQueue } from './records/invoices/email-queue.ts'
import { markOverdue } from './records/invoices/overdue.ts'
import { draftRecurring } from './records/invoices/recurring-job.ts'
import { sendReminders } from './records/invoices/reminders.ts'
import { statementQueue } from './records/invoices/statements/emails.ts'
import { meetingQueue } from './records/meetings/email-queue.ts'
import { serviceImport } from './records/services/import.ts'

const emailQueues = [
  invoiceQueue,
  statementQueue,
  ...Object.values(documentQueues),
  meetingQueue,
] as readonly Queue[]

/** Parts of the service, passed to every route. Created once by `start.ts` or a test. */
export interface Context {
  readonly config: Config
  readonly log: Logger
  readonly store: Store
  readonly files: FileStore
  /** Makes the PDFs of invoices, credit notes, proposals and contracts. */
  readonly pdfs: PdfRenderer
  readonly staff: Staff
  readonly callers: KnownCallers
  /** Counts the requests of credentials. */
  readonly usage: CredentialUsage
  /** Counts the requests of each caller; several processes do so together. */
  readonly limiter: RateLimits
  readonly expensiveReads: ExpensiveReads
  readonly live: LiveBus
  /** Seals the signing secrets of webhooks at rest. */
  readonly sealKey: SealKey
  /** Delivers events, once it is started. */
  readonly dispatcher: Dispatcher
  /** Carries out deletions of all customers that match a filter, once one is requested or it is started. */
  readonly deletions: JobRunner
  /** Does the same for changes to several customers. */
  readonly customerChanges: JobRunner
  /** Renames of options whose stored values follow. */
  readonly optionRenames: JobRunner
  /** Checks and imports the rows of CSV files, once a check is requested or it is started. */
  readonly imports: ImportRunner
  /** The kinds of email that wait to be sent, in the order in which they are looked for. */
  readonly emailQueues: readonly Queue[]
  /** Sends emails, once it is started. */
  readonly outbox: Outbox
  /** Measures the service for Prometheus; undefined unless the configuration asks for it. */
  readonly metrics: Metrics | undefined
  readonly failures: Failures
  /** Origin of absolute links, without a closing slash. */
  readonly publicUrl: () => string
  /** Reports the port that was bound if PORT was 0. */
  readonly listening: (port: number) => void
  /** Sends requests of connected accounts on to their services. */
  readonly forwarder: Forwarder
  /** Starts, sweeps and stops what works without being asked. Sweeps are about once a minute. */
  readonly lifecycle: Lifecycle
}

/** What tests set otherwise. */
export interface ContextOptions {
  /** How long callers are known, in milliseconds. */
  readonly callersForMs?: number
  readonly passwords?: PasswordHash
}

/**
 * Opens database, files and sign-in under that configuration. Throws `StartupError` where database, files
 * and secret don't belong together.
 */
export async function createContext(
  config: Config,
  { callersForMs = knownForMs, passwords = scryptHash }: ContextOptions = {},
): Promise<Context> {
  const log = makeLog(config)
  let port = config.port
  const publicUrl = () => config.publicUrl ?? `http://${linkHost(config.host)}:${port}`
  const store = await openStore(config)
  const { files, secret } = await openFolder(config, store).catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  const sealKey = sealKeyFrom(secret)
  const connect = () => connectByVariables(store, sealKey, config.service, systemActor)
  await connect()
  const staff = await openStaff({ config, store, log, secret, passwords, publicUrl, connect })
  const limiter = store.dialect.kind === 'postgres' ? new SharedRateLimiter(store.db) : new RateLimiter()
  const usage = new CredentialUsage(store)
  const live = new LiveBus(store.peers, log)
  // Loading the library takes as long as a tenth of the start.
  const metrics =
    config.metrics &&
    new (await import('./platform/metrics/metrics.ts')).Metrics(store, config.mail !== undefined)
  const dispatcher = new Dispatcher({ config, store, sealKey, live, log, metrics })
  const failures = new Failures(log, metrics)
  const pdfs = new PdfRenderer(log)
  const outbox = new Outbox({
    emailQueues,
    server: config.mail,
    store,
    files,
    pdfs,
    live,
    publicUrl,
    sealKey,
    log,
    failures,
  })
  const imports = new ImportRunner({
    store,
    live,
    failures,
    publicUrl,
    kinds: [customerImport, serviceImport],
  })
  const forwarder = new Forwarder({ store, sealKey, live, log, ...config.service })
  const context = {
    config,
    log,
    store,
    files,
    pdfs,
    staff,
    callers: new KnownCallers(store, callersForMs),
    usage,
    limiter,
    expensiveReads: new ExpensiveReads(store.peers),
    live,
    sealKey,
    dispatcher,
    ...jobRunners({ store, live, failures }, publicUrl),
    imports,
    emailQueues,
    outbox,
    metrics,
    failures,
    publicUrl,
    forwarder,
    listening: (bound: number) => {
      port = bound
    },
  }
  return { ...context, lifecycle: lifecycleOf(context) }
}

/** What carries out work on many records, batch by batch. */
const jobRunners = (
  needs: Pick<Context, 'store' | 'live' | 'failures'>,
  publicUrl: () => string,
): Pick<Context, 'deletions' | 'customerChanges' | 'optionRenames'> => ({
  deletions: new JobRunner(needs, {
    part: 'deletions of customers',
    table: 'customer_deletions',
    next: deleteNextBatch,
  }),
  customerChanges: new JobRunner(needs, {
    part: 'changes of customers',
    table: 'customer_changes',
    next: (trx, id, report) => carryOutNextBatch(trx, id, { report, publicUrl: publicUrl() }),
  }),
  optionRenames: new JobRunner(needs, {
    part: 'renames of options',
    table: 'custom_field_renames',
    next: (trx, id, report) => renameNextBatch(trx, id, { report, publicUrl: publicUrl() }),
    topic: 'custom-fields',
  }),
})

/** Whatever starts, sweeps and stops. */
function lifecycleOf(context: Omit<Context, 'lifecycle'>): Lifecycle {
  const { store, files, pdfs, usage, limiter, live, deletions, customerChanges, optionRenames } = context
  const { failures, imports, outbox, forwarder, dispatcher } = context
  const housekeeping = new FileHousekeeping(context)
  return new Lifecycle({ failures, leads: () => store.peers.leads() }, [
    { name: 'database', close: () => store.close() },
    { name: 'PDFs', stop: () => pdfs.stop() },
    { name: 'connected services', close: () => forwarder.close() },
    // First of the sweeps, because nothing else may make an upload look abandoned.
    { name: 'uploads', everywhere: true, sweep: () => files.sweepUploads() },
    {
      name: 'usage of credentials',
      everywhere: true,
      sweep: () => usage.flush(),
      close: () => usage.flush(),
    },
    { name: 'files not deleted yet', everywhere: true, sweep: () => files.removeAgain() },
    { name: 'rate limits', sweep: () => limiter.sweep() },
    { name: 'usage of credentials', sweep: () => usage.sweep() },
    { name: 'stored responses', sweep: () => sweepStoredResponses(store) },
    { name: 'sign-in attempts', sweep: () => sweepAttempts(store) },
    { name: 'sessions', sweep: () => sweepSessions(store) },
    { name: 'devices', sweep: () => sweepDevices(store) },
    { name: 'password resets', sweep: () => sweepResets(store) },
    { name: 'portal', sweep: () => sweepPortal(store) },
    { name: 'email counts', sweep: () => sweepEmailCounts(store) },
    { name: 'second steps', sweep: () => sweepChallenges(store) },
    partOf('deliveries', dispatcher),
    partOf(deletions.part, deletions),
    partOf(customerChanges.part, customerChanges),
    partOf(optionRenames.part, optionRenames),
    { name: 'undo of changes', sweep: () => sweepChanges(store, Date.now()) },
    partOf('imports', imports),
    { name: 'trash', sweep: () => sweepTrashedCustomers(store, files, Date.now()) },
    { name: 'audit log', sweep: () => sweepAuditLog(store, Date.now()) },
    dueAtStart('overdue invoices', () => markOverdue({ store, live }, Date.now())),
    dueAtStart('reminders', () => sendReminders({ store, live, outbox }, Date.now())),
    dueAtStart('recurring invoices', () => draftRecurring({ store, live, outbox }, Date.now())),
    dueAtStart('proposals and contracts', () => endDocuments({ store, live }, Date.now())),
    { name: 'digests', sweep: () => sendDigests({ store, live }, Date.now()) },
    { name: 'notifications', sweep: () => sweepNotifications(store, Date.now()) },
    { name: 'files', sweep: () => housekeeping.run(Date.now()) },
    dueAtStart('emails of earlier versions', () => takeOverEarlierEmails(store)),
    { name: 'emails', start: () => outbox.start(), stop: () => outbox.stop() },
  ])
}

/** Work that fell due while the service was stopped is done when it starts. */
const dueAtStart = (name: string, work: () => Promise<unknown>): Part => ({ name, start: work, sweep: work })

const partOf = (name: string, part: Required<Pick<Part, 'start' | 'sweep' | 'stop'>>): Part => ({
  name,
  start: () => part.start(),
  sweep: () => part.sweep(),
  stop: () => part.stop(),
})

async function openFolder(config: Config, store: Store) {
  const files = await FileStore.open(config)
  await tieInstallation(config, store, files)
  const secret = await secretKey(config, store)
  await files.sweepUploads()
  return { files, secret }
}

/** A host that works in a link: a wildcard address does not. */
function linkHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}
