import * as accountStatements from './account-statements.ts'
import * as apiReference from './api-reference.ts'
import * as audit from './audit.ts'
import * as bankPayments from './bank-payments.ts'
import * as bookingTimes from './booking-times.ts'
import * as company from './company.ts'
import * as connection from './connection.ts'
import * as contacts from './contacts.ts'
import * as contracts from './contracts.ts'
import * as counts from './counts.ts'
import * as credentials from './credentials.ts'
import * as creditNotes from './credit-notes.ts'
import * as customFields from './custom-fields.ts'
import * as customerActivity from './customer-activity.ts'
import * as customerArchive from './customer-archive.ts'
import * as customerBilling from './customer-billing.ts'
import * as customerChanges from './customer-changes.ts'
import * as customerCounts from './customer-counts.ts'
import * as customerDeletions from './customer-deletions.ts'
import * as customerMerge from './customer-merge.ts'
import * as customerNames from './customer-names.ts'
import * as customerTrash from './customer-trash.ts'
import * as customerWrites from './customer-writes.ts'
import * as customers from './customers.ts'
import * as deliveries from './deliveries.ts'
import * as electronicInvoices from './electronic-invoices.ts'
import type { Endpoint, Method } from './endpoint.ts'
import * as events from './events.ts'
import * as exports from './exports.ts'
import * as fieldDefinition from './field-definition.ts'
import * as fieldDefinitions from './field-definitions.ts'
import * as imports from './imports.ts'
import * as invoiceBalances from './invoice-balances.ts'
import * as invoiceDrafts from './invoice-drafts.ts'
import * as invoiceEmails from './invoice-emails.ts'
import * as invoicePayments from './invoice-payments.ts'
import * as invoicePdf from './invoice-pdf.ts'
import * as invoiceSchedules from './invoice-schedules.ts'
import * as invoiceSend from './invoice-send.ts'
import * as invoiceSending from './invoice-sending.ts'
import * as invoiceTemplates from './invoice-templates.ts'
import * as invoices from './invoices.ts'
import * as live from './live.ts'
import * as media from './media.ts'
import * as meetings from './meetings.ts'
import * as notes from './notes.ts'
import * as notifications from './notifications.ts'
import * as overview from './overview.ts'
import * as ownSignIn from './own-sign-in.ts'
import * as passwordReset from './password-reset.ts'
import * as people from './people.ts'
import * as plans from './plans.ts'
import * as portalLinks from './portal-links.ts'
import * as portal from './portal.ts'
import * as profile from './profile.ts'
import * as proposals from './proposals.ts'
import * as savedViewWrites from './saved-view-writes.ts'
import * as savedViews from './saved-views.ts'
import * as search from './search.ts'
import * as serviceChanges from './service-changes.ts'
import * as services from './services.ts'
import * as session from './session.ts'
import * as setUp from './set-up.ts'
import * as signIn from './sign-in.ts'
import * as subscriptions from './subscriptions.ts'
import * as templates from './templates.ts'
import * as twoFactor from './two-factor.ts'
import * as webhookDetails from './webhook-details.ts'
import * as webhooks from './webhooks.ts'

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
  customerBilling,
  accountStatements,
  customerMerge,
  customerTrash,
  customerActivity,
  customerNames,
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
