import { Stack, Text, Title } from '@mantine/core'
import type { Control } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import type { CustomFieldConfig } from '#contract/customers/custom-fields.ts'

import { CompanyInput } from './company-input.tsx'
import { CustomFieldInputs } from './custom-field-inputs.tsx'

interface Props {
  control: Control<NewCustomer>
  fields: readonly CustomFieldConfig[]
}

/** What else a customer can't be created without, ahead of the steps that ask for it: one screen is enough for most. */
export function RequiredInputs({ control, fields }: Props) {
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
