import type {
  AccountTable,
  CredentialDayTable,
  CredentialTable,
  IdempotencyTable,
  InvitationTable,
  MembershipTable,
  PasswordResetTable,
  SignInFailureTable,
  StaffDeviceTable,
  StaffIdentityTable,
  StaffPhotoTable,
  StaffSessionTable,
  StaffTable,
  StaffTwoFactorTable,
  StaffVerificationTable,
} from './tables/access.ts'
import type { AuditLogTable, AuditSettingsTable } from './tables/audit.ts'
import type { BankPaymentTable } from './tables/bank-payments.ts'
import type { CustomerChangeBatchTable, CustomerChangeTable, CustomerMergeTable } from './tables/changes.ts'
import type { CompanyLogoTable, CompanyVersionTable } from './tables/company.ts'
import type { ConnectionTable } from './tables/connections.ts'
import type { RowCountTable, TallyTable } from './tables/counts.ts'
import type {
  CreditNoteLineTable,
  CreditNoteNumberTable,
  CreditNotePdfTable,
  CreditNoteTable,
} from './tables/credit-notes.ts'
import type {
  ActivityTable,
  ContactTable,
  CustomFieldRenameTable,
  CustomFieldTable,
  CustomFieldValueTable,
  CustomerTable,
  FileTable,
  NoteTable,
} from './tables/customers.ts'
import type {
  CustomerDeletionBatchTable,
  CustomerDeletionTable,
  DeletedCustomerTable,
  DeletedFileTable,
} from './tables/deletions.ts'
import type {
  DocumentConversionTable,
  DocumentFileTable,
  DocumentNumberTable,
  DocumentPdfTable,
  DocumentTable,
  DocumentVersionTable,
} from './tables/documents.ts'
import type {
  EarlierDocumentEmailTable,
  EarlierInvoiceEmailTable,
  EarlierMeetingEmailTable,
  EmailCountTable,
  EmailTable,
} from './tables/emails.ts'
import type {
  ImportBatchTable,
  ImportMappingTable,
  ImportResultTable,
  ImportTable,
} from './tables/imports.ts'
import type {
  InvoiceNumberTable,
  InvoicePdfTable,
  InvoiceTable,
  LineItemTable,
  PaymentTable,
} from './tables/invoices.ts'
import type { BookingTimesTable, MeetingAnswerTable, MeetingTable } from './tables/meetings.ts'
import type { NotificationSettingsTable, NotificationTable } from './tables/notifications.ts'
import type { PlanTable, SubscriptionSettlementTable, SubscriptionTable } from './tables/plans.ts'
import type { DocumentLinkTable, PortalLinkTable, PortalSessionTable } from './tables/portal.ts'
import type { SavedViewMarkTable, SavedViewTable } from './tables/saved-views.ts'
import type { ScheduleRunTable, ScheduleTable } from './tables/schedules.ts'
import type { ServiceKindTable, ServiceKindTagTable, ServiceTable } from './tables/services.ts'
import type { InvoiceTemplateTable, TemplateFileTable, TemplateTable } from './tables/templates.ts'
import type {
  AttemptTable,
  DelivererTable,
  DeliveryTable,
  EventLogTable,
  WebhookHourTable,
  WebhookTable,
} from './tables/webhooks.ts'

/** What a table’s rows are, which only the types know. */
const rows = <Row>(): { readonly row?: Row } => ({})

/**
 * The tables as both dialects have them. Times are text in the wire's own form, flags are 0 or 1, JSON is text: what
 * SQLite and PostgreSQL agree on. The tables named `staff…` and `memberships` are written by better-auth, whose types
 * differ between the dialects.
 */
export const tables = {
  accounts: rows<AccountTable>(),
  staff: rows<StaffTable>(),
  staff_sessions: rows<StaffSessionTable>(),
  staff_devices: rows<StaffDeviceTable>(),
  staff_identities: rows<StaffIdentityTable>(),
  staff_photos: rows<StaffPhotoTable>(),
  staff_two_factors: rows<StaffTwoFactorTable>(),
  staff_verifications: rows<StaffVerificationTable>(),
  memberships: rows<MembershipTable>(),
  invitations: rows<InvitationTable>(),
  password_resets: rows<PasswordResetTable>(),
  credentials: rows<CredentialTable>(),
  connections: rows<ConnectionTable>(),
  audit_log: rows<AuditLogTable>(),
  audit_settings: rows<AuditSettingsTable>(),
  company_versions: rows<CompanyVersionTable>(),
  company_logos: rows<CompanyLogoTable>(),
  credential_days: rows<CredentialDayTable>(),
  sign_in_failures: rows<SignInFailureTable>(),
  customers: rows<CustomerTable>(),
  customer_deletions: rows<CustomerDeletionTable>(),
  customer_deletion_batches: rows<CustomerDeletionBatchTable>(),
  customer_changes: rows<CustomerChangeTable>(),
  customer_change_batches: rows<CustomerChangeBatchTable>(),
  customer_merges: rows<CustomerMergeTable>(),
  deleted_customers: rows<DeletedCustomerTable>(),
  deleted_files: rows<DeletedFileTable>(),
  custom_fields: rows<CustomFieldTable>(),
  custom_field_values: rows<CustomFieldValueTable>(),
  custom_field_renames: rows<CustomFieldRenameTable>(),
  files: rows<FileTable>(),
  notes: rows<NoteTable>(),
  activity_log: rows<ActivityTable>(),
  contacts: rows<ContactTable>(),
  service_kinds: rows<ServiceKindTable>(),
  service_kind_tags: rows<ServiceKindTagTable>(),
  services: rows<ServiceTable>(),
  invoices: rows<InvoiceTable>(),
  invoice_line_items: rows<LineItemTable>(),
  invoice_numbers: rows<InvoiceNumberTable>(),
  invoice_pdfs: rows<InvoicePdfTable>(),
  invoice_payments: rows<PaymentTable>(),
  bank_payments: rows<BankPaymentTable>(),
  credit_notes: rows<CreditNoteTable>(),
  credit_note_lines: rows<CreditNoteLineTable>(),
  credit_note_numbers: rows<CreditNoteNumberTable>(),
  credit_note_pdfs: rows<CreditNotePdfTable>(),
  documents: rows<DocumentTable>(),
  document_versions: rows<DocumentVersionTable>(),
  document_conversions: rows<DocumentConversionTable>(),
  document_pdfs: rows<DocumentPdfTable>(),
  document_files: rows<DocumentFileTable>(),
  proposal_numbers: rows<DocumentNumberTable>(),
  contract_numbers: rows<DocumentNumberTable>(),
  meetings: rows<MeetingTable>(),
  meeting_answers: rows<MeetingAnswerTable>(),
  booking_times: rows<BookingTimesTable>(),
  emails: rows<EmailTable>(),
  invoice_emails: rows<EarlierInvoiceEmailTable>(),
  document_emails: rows<EarlierDocumentEmailTable>(),
  meeting_emails: rows<EarlierMeetingEmailTable>(),
  email_counts: rows<EmailCountTable>(),
  portal_links: rows<PortalLinkTable>(),
  document_links: rows<DocumentLinkTable>(),
  portal_sessions: rows<PortalSessionTable>(),
  imports: rows<ImportTable>(),
  import_batches: rows<ImportBatchTable>(),
  import_results: rows<ImportResultTable>(),
  import_mappings: rows<ImportMappingTable>(),
  invoice_schedules: rows<ScheduleTable>(),
  invoice_schedule_runs: rows<ScheduleRunTable>(),
  plans: rows<PlanTable>(),
  subscriptions: rows<SubscriptionTable>(),
  subscription_settlements: rows<SubscriptionSettlementTable>(),
  templates: rows<TemplateTable>(),
  template_files: rows<TemplateFileTable>(),
  invoice_templates: rows<InvoiceTemplateTable>(),
  saved_views: rows<SavedViewTable>(),
  saved_view_marks: rows<SavedViewMarkTable>(),
  tallies: rows<TallyTable>(),
  event_log: rows<EventLogTable>(),
  deliverers: rows<DelivererTable>(),
  webhooks: rows<WebhookTable>(),
  webhook_hours: rows<WebhookHourTable>(),
  deliveries: rows<DeliveryTable>(),
  delivery_attempts: rows<AttemptTable>(),
  notifications: rows<NotificationTable>(),
  notification_settings: rows<NotificationSettingsTable>(),
  idempotency_keys: rows<IdempotencyTable>(),
  row_counts: rows<RowCountTable>(),
  settings: rows<{ name: string; value: string }>(),
  /** The decimals that amounts of a currency are stored with. */
  currency_digits: rows<{ currency: string; digits: number }>(),
}

/** The rows of each table, for queries. */
export type Database = { [Table in keyof typeof tables]: NonNullable<(typeof tables)[Table]['row']> }

/** The tables that belong to an account; `Tenant` reaches these and no others. */
export type AccountScoped = {
  [Table in keyof Database]: 'account_id' extends keyof Database[Table] ? Table : never
}[keyof Database]
