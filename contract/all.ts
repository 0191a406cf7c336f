import { showApiDocument, showExtensionsDocument } from './api-reference.ts'
import { exportAuditLog, listAuditLog, setAuditRetention } from './audit.ts'
import { removeLogo, showCompany, updateCompany, uploadLogo } from './company.ts'
import { createContact, deleteContact, listContacts, showContact, updateContact } from './contacts.ts'
import {
  createCredential,
  listCredentials,
  revokeCredential,
  showCredential,
  showCredentialUsage,
  updateCredential,
} from './credentials.ts'
import {
  emailCreditNote,
  issueCreditNote,
  listCreditNotes,
  showCreditNote,
  showCreditNotePdf,
} from './credit-notes.ts'
import { listCustomFields } from './custom-fields.ts'
import { listArchived, setArchived, showArchive } from './customer-archive.ts'
import {
  cancelCustomerChange,
  changeCustomers,
  countPermissions,
  listCustomerChanges,
  showCustomerChange,
  undoCustomerChange,
} from './customer-changes.ts'
import {
  cancelCustomerDeletion,
  deleteMatchingCustomers,
  listCustomerDeletions,
  showCustomerDeletion,
} from './customer-deletions.ts'
import { mergeCustomers, showMerged } from './customer-merge.ts'
import {
  deletePermanently,
  listDeletedCustomers,
  restoreCustomers,
  showDeletedCustomer,
} from './customer-trash.ts'
import {
  createCustomer,
  deleteCustomers,
  listCustomerFacets,
  listCustomerNames,
  listCustomers,
  listExistingCustomers,
  showCustomer,
  updateCustomer,
} from './customers.ts'
import {
  listDeliveries,
  redeliver,
  redeliverFailed,
  retryDelivery,
  rotateSecret,
  showDelivery,
  testWebhook,
} from './deliveries.ts'
import type { Endpoint } from './endpoint.ts'
import { listEventTypes } from './events.ts'
import { exportContacts, exportCustomers, exportInvoices, exportServices } from './exports.ts'
import {
  createField,
  deleteField,
  listFieldDefinitions,
  orderFields,
  setFieldRetired,
  showFieldDefinition,
  updateField,
} from './field-definitions.ts'
import { customerImports, serviceImports } from './imports.ts'
import { listInvoiceBalances } from './invoice-balances.ts'
import { createDraft, deleteDraft, duplicateInvoice, updateDraft } from './invoice-drafts.ts'
import { emailInvoice, listInvoiceEmails, retryInvoiceEmail } from './invoice-emails.ts'
import { deletePayment, recordPayment } from './invoice-payments.ts'
import { showInvoicePdf } from './invoice-pdf.ts'
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  pauseSchedule,
  resumeSchedule,
  showSchedule,
  showScheduleOfInvoice,
  updateSchedule,
} from './invoice-schedules.ts'
import { sendInvoice } from './invoice-send.ts'
import { voidInvoice } from './invoice-sending.ts'
import { listInvoices, showInvoice, showInvoiceTotals } from './invoices.ts'
import { watchChanges } from './live.ts'
import { addNote, deleteNote, listFollowUps, listNotes, restoreNote, updateNote } from './notes.ts'
import {
  listNotifications,
  readNotifications,
  showNotificationSettings,
  updateNotificationSettings,
} from './notifications.ts'
import { showOverview } from './overview.ts'
import { changePassword, endOwnSessions, listOwnSessions } from './own-sign-in.ts'
import { requestPasswordReset, resetPassword, showPasswordReset } from './password-reset.ts'
import {
  acceptInvitation,
  changeMember,
  createInvitation,
  listInvitations,
  listMembers,
  removeMember,
  renewInvitation,
  revokeInvitation,
  showInvitation,
} from './people.ts'
import { updateProfile } from './profile.ts'
import { search, showCounts } from './search.ts'
import {
  createService,
  previewServicePrices,
  retagServices,
  setServicePrices,
  setServicesActive,
  updateService,
} from './service-changes.ts'
import { listServiceActivity, listServiceFacets, listServices, showService } from './services.ts'
import { setUp, showEntrance, showSession, signIn, signOut, switchAccount } from './session.ts'
import {
  createNamedWebhook,
  listWebhookDetails,
  showRetrySchedule,
  showWebhookActivity,
  showWebhookDetails,
  updateNamedWebhook,
} from './webhook-details.ts'
import { createWebhook, deleteWebhook, listWebhooks, showWebhook, updateWebhook } from './webhooks.ts'

/** Every endpoint. The service mounts exactly these, and the tests loop over them. */
export const all: readonly Endpoint[] = [
  listCustomFields,
  listFieldDefinitions,
  showFieldDefinition,
  createField,
  updateField,
  setFieldRetired,
  deleteField,
  orderFields,
  listCustomers,
  showCustomer,
  createCustomer,
  updateCustomer,
  deleteCustomers,
  deleteMatchingCustomers,
  listCustomerDeletions,
  showCustomerDeletion,
  cancelCustomerDeletion,
  changeCustomers,
  listCustomerChanges,
  showCustomerChange,
  cancelCustomerChange,
  undoCustomerChange,
  countPermissions,
  showArchive,
  setArchived,
  listArchived,
  mergeCustomers,
  showMerged,
  listDeletedCustomers,
  showDeletedCustomer,
  restoreCustomers,
  deletePermanently,
  listExistingCustomers,
  listCustomerFacets,
  listCustomerNames,
  listNotes,
  addNote,
  updateNote,
  deleteNote,
  restoreNote,
  listFollowUps,
  listContacts,
  showContact,
  createContact,
  updateContact,
  deleteContact,
  listWebhooks,
  createWebhook,
  showWebhook,
  updateWebhook,
  deleteWebhook,
  listWebhookDetails,
  createNamedWebhook,
  showWebhookDetails,
  updateNamedWebhook,
  showWebhookActivity,
  showRetrySchedule,
  listDeliveries,
  showDelivery,
  testWebhook,
  rotateSecret,
  redeliver,
  redeliverFailed,
  retryDelivery,
  listEventTypes,
  watchChanges,
  listServices,
  showService,
  createService,
  updateService,
  setServicesActive,
  retagServices,
  previewServicePrices,
  setServicePrices,
  listServiceActivity,
  listServiceFacets,
  listInvoices,
  showInvoice,
  showInvoiceTotals,
  listInvoiceBalances,
  createDraft,
  updateDraft,
  deleteDraft,
  duplicateInvoice,
  sendInvoice,
  voidInvoice,
  showInvoicePdf,
  recordPayment,
  deletePayment,
  listCreditNotes,
  issueCreditNote,
  showCreditNote,
  showCreditNotePdf,
  emailCreditNote,
  listSchedules,
  showSchedule,
  createSchedule,
  updateSchedule,
  deleteSchedule,
  pauseSchedule,
  resumeSchedule,
  showScheduleOfInvoice,
  listInvoiceEmails,
  emailInvoice,
  retryInvoiceEmail,
  showCompany,
  updateCompany,
  uploadLogo,
  removeLogo,
  showOverview,
  exportCustomers,
  exportInvoices,
  exportServices,
  exportContacts,
  ...Object.values(customerImports),
  ...Object.values(serviceImports),
  search,
  showCounts,
  listCredentials,
  showCredential,
  createCredential,
  updateCredential,
  revokeCredential,
  showCredentialUsage,
  listAuditLog,
  exportAuditLog,
  setAuditRetention,
  showSession,
  showEntrance,
  signIn,
  signOut,
  switchAccount,
  setUp,
  showApiDocument,
  showExtensionsDocument,
  listMembers,
  changeMember,
  removeMember,
  listInvitations,
  createInvitation,
  renewInvitation,
  revokeInvitation,
  showInvitation,
  acceptInvitation,
  listOwnSessions,
  endOwnSessions,
  listNotifications,
  readNotifications,
  showNotificationSettings,
  updateNotificationSettings,
  changePassword,
  updateProfile,
  requestPasswordReset,
  showPasswordReset,
  resetPassword,
]
