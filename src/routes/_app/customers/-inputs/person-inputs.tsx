import { Stack } from '@mantine/core'
import { type Control, useController, useWatch } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import { IdentityInputs } from '#parts/customer-inputs/identity-inputs.tsx'

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
  return (
    <Stack gap="lg">
      <IdentityInputs control={control} customerId={customer?.id} />
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
