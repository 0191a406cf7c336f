import { templates } from '#api/templates.ts'
import type { Template, TemplateInput } from '#contract/account/templates.ts'
import { type RecordKind, versioned } from '#parts/records/record-kind.ts'

import { TemplateForm } from './template-form.tsx'
import {
  type TemplateValues,
  fingerprint,
  mergeTemplates,
  templateInput,
  templatePathOf,
  templateProblems,
  templateValues,
} from './template-values.ts'

/** Templates of documents and emails, as they are created and changed. */
export const templateKind: RecordKind<TemplateValues, Template, TemplateInput> = {
  noun: 'template',
  plural: 'templates',
  pageName: 'Templates',
  newTitle: 'New text template',
  draft: 'template',
  ability: 'settings.manage',
  queries: templates,
  valuesOf: versioned(templateValues),
  check: templateProblems,
  inputOf: templateInput,
  pathOf: templatePathOf,
  merge: mergeTemplates,
  fingerprint,
  form: TemplateForm,
  list: { to: '/settings/templates' },
  page: () => ({ to: '/settings/templates' }),
}
