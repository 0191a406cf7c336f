import { SimpleGrid, Stack } from '@mantine/core'
import { type Control, useController, useWatch } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import { normalizePhone, phoneWarning } from '#lib/phone.ts'
import { FormCheckedText, FormText } from '#parts/customer-inputs/form-inputs.tsx'
import { personFields } from '#parts/customer-inputs/person-fields.ts'

import { DuplicateWarning } from './duplicate-warning.tsx'
import { PhotoInput } from './photo-input.tsx'

interface Props {
  control: Control<NewCustomer>
  /** The customer that is edited; undefined for a new one. */
  customer?: { readonly id: number; readonly photo: string | undefined }
}

/** Who the customer is: names, email, phone and photo. */
export function PersonInputs({ control, customer }: Props) {
  const [name, lastName] = useWatch({ control, name: ['name', 'last_name'] })
  const { field, fieldState } = useController({ control, name: 'photo' })
  // No autocomplete: this is somebody else's data, so the browser's suggestions would be wrong.
  const shared = { control, required: true, autoComplete: 'off' } as const
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <FormText {...shared} {...personFields.name} />
        <FormText {...shared} {...personFields.lastName} />
        <div>
          <FormText {...shared} {...personFields.email} />
          <DuplicateWarning control={control} kind="email" except={customer?.id} />
        </div>
        <div>
          <FormCheckedText
            {...shared}
            {...personFields.phone}
            normalize={normalizePhone}
            warningOf={phoneWarning}
          />
          <DuplicateWarning control={control} kind="phone" except={customer?.id} />
        </div>
      </SimpleGrid>
      <PhotoInput
        photo={field.value}
        current={customer?.photo}
        name={`${name} ${lastName}`.trim()}
        error={fieldState.error?.message}
        onChange={field.onChange}
      />
    </Stack>
  )
}
