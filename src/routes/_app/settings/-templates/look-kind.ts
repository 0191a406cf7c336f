import { invoiceTemplates } from '#api/invoice-templates.ts'
import type { InvoiceTemplate, InvoiceTemplateInput } from '#contract/invoices/templates.ts'
import { type RecordKind, versioned } from '#parts/records/record-kind.ts'

import { LookForm } from './look-form.tsx'
import {
  type LookValues,
  lookInput,
  lookPathOf,
  lookProblems,
  lookValues,
  mergeLooks,
} from './look-values.ts'

/** Templates of invoices, as they are created and changed. */
export const lookKind: RecordKind<LookValues, InvoiceTemplate, InvoiceTemplateInput> = {
  noun: 'invoice template',
  plural: 'invoice templates',
  listName: 'Templates',
  pageName: 'Templates',
  createLabel: 'Create template',
  createdText: () => 'Template created',
  savedText: 'Template saved',
  isWide: true,
  draft: 'invoice-template',
  ability: 'settings.manage',
  queries: invoiceTemplates,
  valuesOf: versioned(lookValues),
  check: lookProblems,
  inputOf: lookInput,
  pathOf: lookPathOf,
  merge: mergeLooks,
  form: LookForm,
  list: { to: '/settings/templates' },
  page: () => ({ to: '/settings/templates' }),
}
