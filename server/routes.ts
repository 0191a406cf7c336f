import type { FastifyInstance } from 'fastify'

import { customerImports, serviceImports } from '#contract/imports.ts'

import type { Context } from './context.ts'
import { media } from './doors/connected/media.ts'
import { connection } from './doors/connected/routes.ts'
import { imports } from './doors/imports/routes.ts'
import { portal } from './doors/portal/routes.ts'
import { apiReference } from './doors/reference/routes.ts'
import { ownSignIn } from './doors/sign-in/own-sign-in.ts'
import { session } from './doors/sign-in/session.ts'
import { twoFactor } from './doors/sign-in/two-factor.ts'
import { notifications } from './outgoing/notifications/routes.ts'
import { webhookActivity } from './outgoing/webhooks/activity.ts'
import { deliveries } from './outgoing/webhooks/deliveries.ts'
import { webhookDetails } from './outgoing/webhooks/details.ts'
import { eventTypes } from './outgoing/webhooks/event-types.ts'
import { webhooks } from './outgoing/webhooks/routes.ts'
import { webhookSecret } from './outgoing/webhooks/secret.ts'
import { manualSending } from './outgoing/webhooks/sending.ts'
import { auditLog } from './platform/audit/routes.ts'
import { liveChanges } from './platform/live/routes.ts'
import { company } from './records/company/routes.ts'
import { contactsCsv } from './records/contacts/csv.ts'
import { contacts } from './records/contacts/routes.ts'
import { credentials } from './records/credentials/routes.ts'
import { customerArchive } from './records/customers/archive-routes.ts'
import { customerAssignee } from './records/customers/assignee-routes.ts'
import { customerBilling } from './records/customers/billing-routes.ts'
import { customerChanges } from './records/customers/changes/routes.ts'
import { customersCsv } from './records/customers/csv.ts'
import { customerDeletions } from './records/customers/deletion-routes.ts'
import { customFields } from './records/customers/fields/routes.ts'
import { customerImport } from './records/customers/import.ts'
import { customerMerge } from './records/customers/merge/routes.ts'
import { customers } from './records/customers/routes.ts'
import { customerTrash } from './records/customers/trash/routes.ts'
import { documents } from './records/documents/routes.ts'
import { bankPayments } from './records/invoices/bank/routes.ts'
import { bookkeepingCsv } from './records/invoices/bookkeeping-csv.ts'
import { creditNotes } from './records/invoices/credit-note-routes.ts'
import { invoicesCsv } from './records/invoices/csv.ts'
import { invoiceDrafts } from './records/invoices/draft-routes.ts'
import { electronicInvoices } from './records/invoices/electronic/routes.ts'
import { invoiceEmails } from './records/invoices/email-routes.ts'
import { invoicePayments } from './records/invoices/payment-routes.ts'
import { pdfArchives } from './records/invoices/pdf-archives.ts'
import { invoicePdf } from './records/invoices/pdf-routes.ts'
import { invoices } from './records/invoices/routes.ts'
import { invoiceSchedules } from './records/invoices/schedules/routes.ts'
import { invoiceSending } from './records/invoices/sending-routes.ts'
import { accountStatements } from './records/invoices/statements/routes.ts'
import { subscriptionPlans } from './records/invoices/subscriptions/routes.ts'
import { invoiceTemplates } from './records/invoices/templates/routes.ts'
import { meetings } from './records/meetings/routes.ts'
import { notes } from './records/notes/routes.ts'
import { overview } from './records/overview/routes.ts'
import { people } from './records/people/routes.ts'
import { savedViews } from './records/saved-views/routes.ts'
import { searchEverything } from './records/search/routes.ts'
import { servicesCsv } from './records/services/csv.ts'
import { serviceImport } from './records/services/import.ts'
import { services } from './records/services/routes.ts'
import { serviceWrites } from './records/services/write-routes.ts'
import { templates } from './records/templates/routes.ts'

type Routes = (app: FastifyInstance, context: Context) => void

/** Each adds the endpoints of its folder. */
const routes: readonly Routes[] = [
  customFields,
  customers,
  customersCsv,
  customerDeletions,
  customerChanges,
  customerArchive,
  customerAssignee,
  customerBilling,
  accountStatements,
  customerMerge,
  customerTrash,
  notes,
  people,
  contacts,
  contactsCsv,
  bookkeepingCsv,
  webhooks,
  webhookDetails,
  webhookActivity,
  webhookSecret,
  manualSending,
  deliveries,
  eventTypes,
  liveChanges,
  services,
  servicesCsv,
  serviceWrites,
  invoices,
  invoiceDrafts,
  invoiceSending,
  invoicePdf,
  pdfArchives,
  electronicInvoices,
  invoicePayments,
  bankPayments,
  creditNotes,
  invoiceSchedules,
  subscriptionPlans,
  invoiceEmails,
  invoicesCsv,
  documents,
  templates,
  invoiceTemplates,
  meetings,
  portal,
  company,
  overview,
  searchEverything,
  credentials,
  auditLog,
  notifications,
  savedViews,
  connection,
  media,
  session,
  ownSignIn,
  twoFactor,
  apiReference,
]

/** Adds every endpoint. */
export function addRoutes(app: FastifyInstance, context: Context): void {
  for (const add of routes) add(app, context)
  imports(app, context, customerImports, customerImport)
  imports(app, context, serviceImports, serviceImport)
}
