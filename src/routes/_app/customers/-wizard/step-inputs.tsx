import { Stack, Text, Title } from '@mantine/core'
import { memo } from 'react'
import type { Control, UseFormReturn } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import type { Features } from '#contract/access/session.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'
import { CompanyInput } from '#parts/customer-inputs/company-input.tsx'
import { CustomFieldInputs } from '#parts/customer-inputs/custom-field-inputs.tsx'
import { FileInputs } from '#parts/customer-inputs/file-inputs.tsx'
import type { StepId } from '#parts/customer-inputs/step-ids.ts'

import { BusinessInputs } from '../-inputs/business-inputs.tsx'
import { PermissionInputs } from '../-inputs/permission-inputs.tsx'
import { PersonInputs } from '../-inputs/person-inputs.tsx'

/** Inputs that the account and its service ask for. */
export interface AccountForm {
  readonly fields: readonly CustomFieldConfig[]
  readonly features: Features
  readonly steps: readonly StepId[]
}

interface Props {
  step: Exclude<StepId, 'review'>
  form: UseFormReturn<NewCustomer, StepId>
  account: AccountForm
}

/** The inputs of one step. Each follows its own value: with a key in one of them, the others aren’t drawn again. */
export const StepInputs = memo(function Inputs({ step, form, account }: Props) {
  const { control, getValues } = form
  const { fields, features } = account
  switch (step) {
    case 'person':
      return (
        <Stack gap="xl">
          <PersonInputs control={control} />
          <RequiredInputs control={control} fields={fields} />
        </Stack>
      )
    case 'business':
      return <BusinessInputs control={control} hasDetails={features.records} />
    case 'fields':
      return <CustomFieldInputs control={control} fields={fields} />
    case 'files':
      return <FileInputs control={control} getValues={getValues} fields={fields} />
    case 'permissions':
      return <PermissionInputs control={control} />
  }
})

interface RequiredInputsProps {
  control: Control<NewCustomer>
  fields: readonly CustomFieldConfig[]
}

/** What else a customer can't be created without, ahead of the steps that ask for it: one screen is enough for most. */
function RequiredInputs({ control, fields }: RequiredInputsProps) {
  return (
    <Stack gap="md" role="group" aria-labelledby="also-required">
      <div>
        <Title order={3} size="h5" id="also-required">
          Also required
        </Title>
        <Text size="sm" c="dimmed">
          Fill these in to create the customer at once, or add them in the next steps.
        </Text>
      </div>
      <CompanyInput control={control} />
      <CustomFieldInputs control={control} fields={fields.filter((field) => field.required)} />
    </Stack>
  )
}
