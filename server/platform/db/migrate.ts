import { type Kysely, Migrator, sql } from 'kysely'

import { StartupError } from '#server/platform/lib/startup-error.ts'

import type { Database } from './database.ts'
import type { DbDialect } from './dialects.ts'
import * as staff from './migrations/0001-staff.ts'
import * as customers from './migrations/0002-customers.ts'
import * as outbox from './migrations/0003-outbox.ts'
import * as webhooks from './migrations/0004-webhooks.ts'
import * as catalogue from './migrations/0005-catalogue.ts'
import * as access from './migrations/0007-access.ts'
import * as delivery from './migrations/0008-delivery.ts'
import * as customerSearch from './migrations/0009-customer-search.ts'
import * as ledger from './migrations/0010-ledger.ts'
import * as webhookNames from './migrations/0011-webhook-names.ts'
import * as listFilters from './migrations/0012-list-filters.ts'
import * as sorts from './migrations/0014-sorts.ts'
import * as editing from './migrations/0015-editing.ts'
import * as customerDeletions from './migrations/0016-customer-deletions.ts'
import * as contacts from './migrations/0017-contacts.ts'
import * as invoiceDrafts from './migrations/0018-invoice-drafts.ts'
import * as invoiceSending from './migrations/0019-invoice-sending.ts'
import * as serviceEditing from './migrations/0020-service-editing.ts'
import * as emptyTables from './migrations/0021-empty-tables.ts'
import * as invoicePdfs from './migrations/0026-invoice-pdfs.ts'
import * as payments from './migrations/0027-payments.ts'
import * as customerTrash from './migrations/0028-customer-trash.ts'
import * as invoiceEmails from './migrations/0029-invoice-emails.ts'
import * as deletionActor from './migrations/0030-deletion-actor.ts'
import * as creditNotes from './migrations/0031-credit-notes.ts'
import * as customerArchive from './migrations/0032-customer-archive.ts'
import * as imports from './migrations/0033-imports.ts'
import * as invoiceSchedules from './migrations/0034-invoice-schedules.ts'
import * as customerMerges from './migrations/0035-customer-merges.ts'
import * as importSameValues from './migrations/0036-import-same-values.ts'
import * as fieldSettings from './migrations/0037-field-settings.ts'
import * as serviceActivity from './migrations/0038-service-activity.ts'
import * as company from './migrations/0039-company.ts'
import * as people from './migrations/0040-people.ts'
import * as credentials from './migrations/0041-credentials.ts'
import * as auditLog from './migrations/0042-audit-log.ts'
import * as passwordResets from './migrations/0043-password-resets.ts'
import * as profiles from './migrations/0044-profiles.ts'
import * as notifications from './migrations/0045-notifications.ts'
import * as twoFactor from './migrations/0046-two-factor.ts'
import * as savedViews from './migrations/0047-saved-views.ts'
import * as staffPhotos from './migrations/0048-staff-photos.ts'
import * as sharedRateLimits from './migrations/0050-shared-rate-limits.ts'
import * as documents from './migrations/0051-documents.ts'
import * as connections from './migrations/0052-connections.ts'
import * as rowSecurity from './migrations/0053-row-security.ts'
import * as portal from './migrations/0054-portal.ts'
import * as plans from './migrations/0055-plans.ts'
import * as attachments from './migrations/0056-attachments-and-reminders.ts'
import * as templates from './migrations/0058-templates.ts'
import * as meetings from './migrations/0059-meetings.ts'
import * as invoiceTemplates from './migrations/0060-invoice-templates.ts'
import * as minorUnits from './migrations/0062-minor-units.ts'
import * as nameKeys from './migrations/0064-name-keys.ts'
import * as refunds from './migrations/0065-refunds.ts'
import * as issueDays from './migrations/0066-issue-days.ts'
import * as accountsBeside from './migrations/0068-accounts-beside.ts'
import * as evidence from './migrations/0069-evidence.ts'
import * as emailCounts from './migrations/0070-email-counts.ts'
import * as subscriptionSettlements from './migrations/0074-subscription-settlements.ts'
import * as failedCustomers from './migrations/0075-failed-customers.ts'
import * as billedTo from './migrations/0076-billed-to.ts'
import * as billingDetails from './migrations/0077-billing-details.ts'
import * as accountCountry from './migrations/0078-account-country.ts'
import * as creditNoteLooks from './migrations/0079-credit-note-looks.ts'
import * as documentCustomers from './migrations/0080-document-customers.ts'
import * as bankPayments from './migrations/0081-bank-payments.ts'
import * as automaticReminders from './migrations/0082-automatic-reminders.ts'
import * as emails from './migrations/0083-emails.ts'
import * as documentLinks from './migrations/0084-document-links.ts'
import * as customerActs from './migrations/0085-customer-acts.ts'
import * as countersignatures from './migrations/0086-countersignatures.ts'
import * as templateLines from './migrations/0087-template-lines.ts'
import * as documentLooks from './migrations/0088-document-looks.ts'
import * as statementEmails from './migrations/0089-statement-emails.ts'
import * as admitTogether from './migrations/0090-admit-together.ts'
import * as answeredDocuments from './migrations/0091-answered-documents.ts'
import * as bookingTimes from './migrations/0092-booking-times.ts'
import * as meetingAnswers from './migrations/0093-meeting-answers.ts'
import * as paymentDays from './migrations/0094-payment-days.ts'
import * as invoiceViews from './migrations/0095-invoice-views.ts'
import * as templateLanguages from './migrations/0096-template-languages.ts'
import * as templateFiles from './migrations/0097-template-files.ts'
import * as assignedCustomers from './migrations/0098-assigned-customers.ts'
import * as signers from './migrations/0099-signers.ts'
import * as importFixes from './migrations/0100-import-fixes.ts'
import { everyAccount, scopeSetting } from './scope.ts'

type Step = { up(db: Kysely<Database>, dialect: DbDialect): Promise<void> }

/** Forward only; a step that has shipped is never edited. */
const steps: Record<string, Step> = {
  '0001-staff': staff,
  '0002-customers': customers,
  '0003-outbox': outbox,
  '0004-webhooks': webhooks,
  '0005-catalogue': catalogue,
  '0007-access': access,
  '0008-delivery': delivery,
  '0009-customer-search': customerSearch,
  '0010-ledger': ledger,
  '0011-webhook-names': webhookNames,
  '0012-list-filters': listFilters,
  '0014-sorts': sorts,
  '0015-editing': editing,
  '0016-customer-deletions': customerDeletions,
  '0017-contacts': contacts,
  '0018-invoice-drafts': invoiceDrafts,
  '0019-invoice-sending': invoiceSending,
  '0020-service-editing': serviceEditing,
  '0021-empty-tables': emptyTables,
  '0026-invoice-pdfs': invoicePdfs,
  '0027-payments': payments,
  '0028-customer-trash': customerTrash,
  '0029-invoice-emails': invoiceEmails,
  '0030-deletion-actor': deletionActor,
  '0031-credit-notes': creditNotes,
  '0032-customer-archive': customerArchive,
  '0033-imports': imports,
  '0034-invoice-schedules': invoiceSchedules,
  '0035-customer-merges': customerMerges,
  '0036-import-same-values': importSameValues,
  '0037-field-settings': fieldSettings,
  '0038-service-activity': serviceActivity,
  '0039-company': company,
  '0040-people': people,
  '0041-credentials': credentials,
  '0042-audit-log': auditLog,
  '0043-password-resets': passwordResets,
  '0044-profiles': profiles,
  '0045-notifications': notifications,
  '0046-two-factor': twoFactor,
  '0047-saved-views': savedViews,
  '0048-staff-photos': staffPhotos,
  '0050-shared-rate-limits': sharedRateLimits,
  '0051-documents': documents,
  '0052-connections': connections,
  '0053-row-security': rowSecurity,
  '0054-portal': portal,
  '0055-plans': plans,
  '0056-attachments-and-reminders': attachments,
  '0058-templates': templates,
  '0059-meetings': meetings,
  '0060-invoice-templates': invoiceTemplates,
  '0062-minor-units': minorUnits,
  '0064-name-keys': nameKeys,
  '0065-refunds': refunds,
  '0066-issue-days': issueDays,
  '0068-accounts-beside': accountsBeside,
  '0069-evidence': evidence,
  '0070-email-counts': emailCounts,
  '0074-subscription-settlements': subscriptionSettlements,
  '0075-failed-customers': failedCustomers,
  '0076-billed-to': billedTo,
  '0077-billing-details': billingDetails,
  '0078-account-country': accountCountry,
  '0079-credit-note-looks': creditNoteLooks,
  '0080-document-customers': documentCustomers,
  '0081-bank-payments': bankPayments,
  '0082-automatic-reminders': automaticReminders,
  '0083-emails': emails,
  '0084-document-links': documentLinks,
  '0085-customer-acts': customerActs,
  '0086-countersignatures': countersignatures,
  '0087-template-lines': templateLines,
  '0088-document-looks': documentLooks,
  '0089-statement-emails': statementEmails,
  '0090-admit-together': admitTogether,
  '0091-answered-documents': answeredDocuments,
  '0092-booking-times': bookingTimes,
  '0093-meeting-answers': meetingAnswers,
  '0094-payment-days': paymentDays,
  '0095-invoice-views': invoiceViews,
  '0096-template-languages': templateLanguages,
  '0097-template-files': templateFiles,
  '0098-assigned-customers': assignedCustomers,
  '0099-signers': signers,
  '0100-import-fixes': importFixes,
}

/** Whether this version has a step of that name. */
export const isMigration = (name: string): boolean => Object.hasOwn(steps, name)

/**
 * Brings the database up to date, all steps in one transaction; safe when several processes start at once. `through`
 * names the last step to take, for tests. Throws `StartupError` where another version of Bureau has changed the database.
 */
export async function migrate(
  db: Kysely<Database>,
  dialect: DbDialect,
  { through }: { through?: string } = {},
): Promise<void> {
  const migrations = Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      {
        async up(db: Kysely<Database>) {
          // In a database from before, the policies of the tables show a statement without a scope no rows.
          if (dialect.kind === 'postgres')
            await sql`select set_config(${scopeSetting}, ${everyAccount}, true)`.execute(db)
          await step.up(db, dialect)
        },
      },
    ]),
  )
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await (through === undefined ? migrator.migrateToLatest() : migrator.migrateTo(through))
  if (error) throw asStartupError(error)
  await dialect.sortByCodePoint(db)
  if (through === undefined) await dialect.protectAccounts(db)
}

/** Kysely compares the steps taken with ours and calls any difference corrupted. */
function asStartupError(error: unknown): unknown {
  if (!(error instanceof Error) || !error.message.startsWith('corrupted migrations')) return error
  const [, unknown] = /previously executed migration (\S+) is missing/.exec(error.message) ?? []
  const what = unknown === undefined ? 'its migrations differ' : `it has the migration ${unknown}`
  return new StartupError(
    `The database was changed by another version of Bureau: ${what}, and this version goes up to ${Object.keys(steps).at(-1)}. Start that version or a newer one, or restore a backup made with this version.`,
  )
}
