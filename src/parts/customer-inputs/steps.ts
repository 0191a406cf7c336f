import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'

import { isFile } from './field-config.ts'
import { type StepId, steps } from './step-ids.ts'

/** Labels of the steps. */
export const stepTitle: Record<StepId, string> = {
  person: 'Person',
  business: 'Business',
  fields: 'Custom fields',
  files: 'Files',
  permissions: 'Permissions',
  review: 'Review',
}

/** Returns the steps of an account; those it has no fields for are left out. */
export function stepsOf(fields: readonly CustomFieldConfig[]): StepId[] {
  const hasFiles = fields.some(isFile)
  const hasOthers = fields.some((field) => !isFile(field))
  return steps.filter((step) => (step !== 'fields' || hasOthers) && (step !== 'files' || hasFiles))
}

/** Returns the step that has the input of a path. */
export function stepOf(path: string): StepId {
  const [head] = path.split('.')
  if (head === 'business') return 'business'
  if (head === 'texts') return 'fields'
  if (head === 'files') return 'files'
  return head === 'permissions' ? 'permissions' : 'person'
}
