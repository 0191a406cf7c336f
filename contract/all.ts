import * as colleagues from './access/colleagues.ts'
import * as connection from './access/connection.ts'
import * as credentials from './access/credentials.ts'
import * as ownSignIn from './access/own-sign-in.ts'
import * as passwordReset from './access/password-reset.ts'
import * as people from './access/people.ts'
import * as profile from './access/profile.ts'
import * as session from './access/session.ts'
import * as setUp from './access/set-up.ts'
import * as signIn from './access/sign-in.ts'
import * as twoFactor from './access/two-factor.ts'
import * as audit from './account/audit.ts'
import * as company from './account/company.ts'
import * as notifications from './account/notifications.ts'
import * as overview from './account/overview.ts'
import * as savedViewWrites from './account/saved-view-writes.ts'
import * as savedViews from './account/saved-views.ts'
import * as search from './account/search.ts'
import * as templates from './account/templates.ts'
import * as accountStatements from './customers/account-statements.ts'
import * as customerActivity from './customers/activity.ts'
import * as customerArchive from './customers/archive.ts'
import * as customerAssignee from './customers/assignee.ts'
import * as customerBilling from './customers/billing.ts'
import * as customerChanges from './customers/changes.ts'
import * as contacts from './customers/contacts.ts'
import * as customerCounts from './customers/counts.ts'
import * as customFields from './customers/custom-fields.ts'
import * as customers from './customers/customers.ts'
import * as customerDeletions from './customers/deletions.ts'
import * as fieldDefinition from './customers/field-definition.ts'
import * as fieldDefinitions from './customers/field-definitions.ts'
import * as customerMerge from './customers/merge.ts'
import * as notes from './customers/notes.ts'
import * as customerTrash from './customers/trash.ts'
import * as customerWrites from './customers/writes.ts'
import * as contracts from './documents/contracts.ts'
import * as proposals from './documents/proposals.ts'
import * as exports from './exports.ts'
import * as imports from './imports.ts'
import * as invoiceBalances from './invoices/balances.ts'
import * as bankPayments from './invoices/bank-payments.ts'
import * as creditNotes from './invoices/credit-notes.ts'
import * as invoiceDrafts from './invoices/drafts.ts'
import * as electronicInvoices from './invoices/electronic-invoices.ts'
import * as invoiceEmails from './invoices/emails.ts'
import * as invoices from './invoices/invoices.ts'
import * as invoicePayments from './invoices/payments.ts'
import * as invoicePdf from './invoices/pdf.ts'
import * as plans from './invoices/plans.ts'
import * as invoiceSchedules from './invoices/schedules.ts'
import * as invoiceSend from './invoices/send.ts'
import * as invoiceSending from './invoices/sending.ts'
import * as subscriptions from './invoices/subscriptions.ts'
import * as invoiceTemplates from './invoices/templates.ts'
import * as media from './media.ts'
import * as bookingTimes from './meetings/booking-times.ts'
import * as meetings from './meetings/meetings.ts'
import * as portalInvitations from './portal/invitations.ts'
import * as portalLinks from './portal/links.ts'
import * as portal from './portal/portal.ts'
import * as serviceChanges from './services/changes.ts'
import * as services from './services/services.ts'
import * as deliveries from './webhooks/deliveries.ts'
import * as webhookDetails from './webhooks/details.ts'
import * as events from './webhooks/events.ts'
import * as webhooks from './webhooks/webhooks.ts'
import * as apiReference from './wire/api-reference.ts'
import * as counts from './wire/counts.ts'
import type { Endpoint, Method } from './wire/endpoint.ts'
import * as live from './wire/live.ts'

/** In the order in which the API's description has them. */
const modules: readonly object[] = [
  media,
  connection,
  customFields,
  fieldDefinition,
  fieldDefinitions,
  customers,
  customerWrites,
  customerDeletions,
  customerChanges,
  customerCounts,
  customerArchive,
  customerAssignee,
  customerBilling,
  accountStatements,
  customerMerge,
  customerTrash,
  customerActivity,
  notes,
  contacts,
  webhooks,
  webhookDetails,
  deliveries,
  events,
  live,
  services,
  serviceChanges,
  invoices,
  invoiceBalances,
  invoiceDrafts,
  invoiceSend,
  invoiceSending,
  invoicePdf,
  electronicInvoices,
  invoicePayments,
  bankPayments,
  creditNotes,
  invoiceSchedules,
  subscriptions,
  invoiceEmails,
  templates,
  invoiceTemplates,
  plans,
  meetings,
  bookingTimes,
  proposals,
  contracts,
  portal,
  portalInvitations,
  portalLinks,
  company,
  overview,
  exports,
  imports,
  search,
  counts,
  credentials,
  audit,
  savedViews,
  savedViewWrites,
  session,
  signIn,
  setUp,
  apiReference,
  people,
  colleagues,
  ownSignIn,
  notifications,
  profile,
  passwordReset,
  twoFactor,
]

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE']

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'surface' in value && 'method' in value && 'path' in value

/** An endpoint that a module exports under a name; as a part of something, such as a kind of record, with its key in that. */
export interface Exported {
  readonly endpoint: Endpoint
  readonly name: string
  readonly key: string | undefined
}

function exportedAs(name: string, value: unknown): readonly Exported[] {
  if (isEndpoint(value)) return [{ endpoint: value, name, key: undefined }]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const { actions = {}, ...parts } = value as { readonly actions?: object }
  return Object.entries<unknown>({ ...parts, ...actions }).flatMap(([key, endpoint]) =>
    isEndpoint(endpoint) ? [{ endpoint, name, key }] : [],
  )
}

/** By path and method, as in a table of them. */
const placeOf = ({ endpoint: { path, method } }: Exported) => `${path} ${methods.indexOf(method)}`

/** Returns the endpoints that a module exports, in the order of their paths: its names have none. */
export const exportedBy = (module: object): readonly Exported[] =>
  Object.entries<unknown>({ ...module })
    .flatMap(([name, value]) => exportedAs(name, value))
    .toSorted((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1))

/** Every endpoint, with its name. */
export const named: readonly Exported[] = modules.flatMap(exportedBy)

/** Every endpoint. The service mounts exactly these, and the tests loop over them. */
export const all: readonly Endpoint[] = named.map(({ endpoint }) => endpoint)
