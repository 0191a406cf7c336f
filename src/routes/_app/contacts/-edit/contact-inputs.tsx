import { SimpleGrid, Stack, TextInput } from '@mantine/core'
import { type Control, useController } from 'react-hook-form'

import { longestText } from '#contract/customers/customers.ts'
import { bind } from '#kit/form.tsx'
import { personFields } from '#parts/customer-inputs/person-fields.ts'
import { CustomerPicker, usePickedCustomer } from '#parts/customers/customer-picker.tsx'

import type { ContactValues } from './contact-values.ts'

const FormText = bind(TextInput)

/** Everything about a contact; the same for a new one and for one that exists. */
export function ContactInputs({ control }: { control: Control<ContactValues> }) {
  const { field, fieldState } = useController({ control, name: 'customer_id' })
  const customer = usePickedCustomer({
    id: field.value,
    placeholder: 'Not linked to a customer',
    onId: field.onChange,
  })
  // No autocomplete: this is somebody else's data, so the browser's suggestions would be wrong.
  const shared = { control, autoComplete: 'off' } as const
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <FormText {...shared} {...personFields.name} required />
        <FormText {...shared} {...personFields.lastName} />
        <FormText {...shared} {...personFields.email} />
        <FormText {...shared} {...personFields.phone} />
        <FormText
          {...shared}
          name="company_name"
          label="Company"
          maxLength={longestText.business}
          dir="auto"
        />
        <CustomerPicker {...customer} error={fieldState.error?.message} />
      </SimpleGrid>
    </Stack>
  )
}
