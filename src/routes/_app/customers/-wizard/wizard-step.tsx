import type { UseFormReturn } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import type { CustomFieldConfig } from '#contract/custom-fields.ts'

import { BusinessStep } from './business-step.tsx'
import { FieldsStep } from './fields-step.tsx'
import { FilesStep } from './files-step.tsx'
import { PermissionsStep } from './permissions-step.tsx'
import { PersonStep } from './person-step.tsx'
import { ReviewStep } from './review-step.tsx'
import type { FormIssue } from './rules.ts'
import type { StepId } from './steps.ts'

interface Props {
  step: StepId
  form: UseFormReturn<NewCustomer, StepId>
  account: { readonly fields: readonly CustomFieldConfig[]; readonly features: readonly string[] }
  problems: readonly FormIssue[]
  onGo: (step: StepId) => void
}

/** The inputs of one step. */
export function WizardStep({ step, form, account: { fields, features }, problems, onGo }: Props) {
  switch (step) {
    case 'person':
      return <PersonStep control={form.control} />
    case 'business':
      return <BusinessStep control={form.control} hasDetails={features.includes('customers.business')} />
    case 'fields':
      return <FieldsStep control={form.control} fields={fields} />
    case 'files':
      return <FilesStep form={form} fields={fields} />
    case 'permissions':
      return <PermissionsStep control={form.control} />
    case 'review':
      return <ReviewStep customer={form.getValues()} fields={fields} problems={problems} onGo={onGo} />
  }
}
