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
import type { BookingTimesTable, MeetingTable } from './tables/meetings.ts'
import type { NotificationSettingsTable, NotificationTable } from './tables/notifications.ts'
import type { PlanTable, SubscriptionSettlementTable, SubscriptionTable } from './tables/plans.ts'
import type { DocumentLinkTable, PortalLinkTable, PortalSessionTable } from './tables/portal.ts'
import type { SavedViewMarkTable, SavedViewTable } from './tables/saved-views.ts'
import type { ScheduleRunTable, ScheduleTable } from './tables/schedules.ts'
import type { ServiceKindTable, ServiceKindTagTable, ServiceTable } from './tables/services.ts'
import type { InvoiceTemplateTable, TemplateTable } from './tables/templates.ts'
import type {
  AttemptTable,
  DelivererTable,
  DeliveryTable,
  EventLogTable,
  WebhookHourTable,
  WebhookTable,
} from './tables/webhooks.ts'

/**
 * The tables as both dialects have them. Times are text in the wire's own form, flags are 0 or 1, JSON is text: what
 * SQLite and PostgreSQL agree on. The tables named `staff…` and `memberships` are written by better-auth, whose types
 * differ between the dialects.
 */
export interface Database {
  accounts: AccountTable
  staff: StaffTable
  staff_sessions: StaffSessionTable
  staff_devices: StaffDeviceTable
  staff_identities: StaffIdentityTable
  staff_photos: StaffPhotoTable
  staff_two_factors: StaffTwoFactorTable
  staff_verifications: StaffVerificationTable
  memberships: MembershipTable
  invitations: InvitationTable
  password_resets: PasswordResetTable
  credentials: CredentialTable
  connections: ConnectionTable
  audit_log: AuditLogTable
  audit_settings: AuditSettingsTable
  company_versions: CompanyVersionTable
  company_logos: CompanyLogoTable
  credential_days: CredentialDayTable
  sign_in_failures: SignInFailureTable
  customers: CustomerTable
  customer_deletions: CustomerDeletionTable
  customer_deletion_batches: CustomerDeletionBatchTable
  customer_changes: CustomerChangeTable
  customer_change_batches: CustomerChangeBatchTable
  customer_merges: CustomerMergeTable
  deleted_customers: DeletedCustomerTable
  deleted_files: DeletedFileTable
  custom_fields: CustomFieldTable
  custom_field_values: CustomFieldValueTable
  custom_field_renames: CustomFieldRenameTable
  files: FileTable
  notes: NoteTable
  activity_log: ActivityTable
  contacts: ContactTable
  service_kinds: ServiceKindTable
  service_kind_tags: ServiceKindTagTable
  services: ServiceTable
  invoices: InvoiceTable
  invoice_line_items: LineItemTable
  invoice_numbers: InvoiceNumberTable
  invoice_pdfs: InvoicePdfTable
  invoice_payments: PaymentTable
  bank_payments: BankPaymentTable
  credit_notes: CreditNoteTable
  credit_note_lines: CreditNoteLineTable
  credit_note_numbers: CreditNoteNumberTable
  credit_note_pdfs: CreditNotePdfTable
  documents: DocumentTable
  document_versions: DocumentVersionTable
  document_conversions: DocumentConversionTable
  document_pdfs: DocumentPdfTable
  document_files: DocumentFileTable
  proposal_numbers: DocumentNumberTable
  contract_numbers: DocumentNumberTable
  meetings: MeetingTable
  booking_times: BookingTimesTable
  emails: EmailTable
  invoice_emails: EarlierInvoiceEmailTable
  document_emails: EarlierDocumentEmailTable
  meeting_emails: EarlierMeetingEmailTable
  email_counts: EmailCountTable
  portal_links: PortalLinkTable
  document_links: DocumentLinkTable
  portal_sessions: PortalSessionTable
  imports: ImportTable
  import_batches: ImportBatchTable
  import_results: ImportResultTable
  import_mappings: ImportMappingTable
  invoice_schedules: ScheduleTable
  invoice_schedule_runs: ScheduleRunTable
  plans: PlanTable
  subscriptions: SubscriptionTable
  subscription_settlements: SubscriptionSettlementTable
  templates: TemplateTable
  invoice_templates: InvoiceTemplateTable
  saved_views: SavedViewTable
  saved_view_marks: SavedViewMarkTable
  tallies: TallyTable
  event_log: EventLogTable
  deliverers: DelivererTable
  webhooks: WebhookTable
  webhook_hours: WebhookHourTable
  deliveries: DeliveryTable
  delivery_attempts: AttemptTable
  notifications: NotificationTable
  notification_settings: NotificationSettingsTable
  idempotency_keys: IdempotencyTable
  row_counts: RowCountTable
  settings: { name: string; value: string }
  /** The decimals that amounts of a currency are stored with. */
  currency_digits: { currency: string; digits: number }
}

/** The tables that belong to an account; `Tenant` reaches these and no others. */
export type AccountScoped = {
  [Table in keyof Database]: 'account_id' extends keyof Database[Table] ? Table : never
}[keyof Database]
