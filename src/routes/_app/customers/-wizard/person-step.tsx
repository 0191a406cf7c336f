import { SimpleGrid, Stack, Title } from '@mantine/core'
import { type Control, useController, useWatch } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import { longestText } from '#contract/customers.ts'

import { DuplicateWarning } from './duplicate-warning.tsx'
import { FormText } from './inputs.tsx'
import { PhotoInput } from './photo-input.tsx'

export function PersonStep({ control }: { control: Control<NewCustomer> }) {
  const [name, lastName, email, phone] = useWatch({ control, name: ['name', 'last_name', 'email', 'phone'] })
  const { field, fieldState } = useController({ control, name: 'photo' })
  // It is somebody else's data, so the browser's own suggestions would be wrong: hence no autocomplete.
  const shared = { control, required: true, autoComplete: 'off' } as const
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <FormText {...shared} name="name" label="First name" maxLength={longestText.person} />
        <FormText {...shared} name="last_name" label="Last name" maxLength={longestText.person} />
        <Stack gap="xs">
          <FormText
            {...shared}
            name="email"
            label="Email"
            type="email"
            inputMode="email"
            maxLength={longestText.email}
          />
          <DuplicateWarning what="email" value={email} />
        </Stack>
        <Stack gap="xs">
          <FormText
            {...shared}
            name="phone"
            label="Phone"
            type="tel"
            inputMode="tel"
            maxLength={longestText.person}
          />
          <DuplicateWarning what="phone" value={phone} />
        </Stack>
      </SimpleGrid>
      <div>
        <Title order={3} size="h5" mb="xs">
          Photo
        </Title>
        <PhotoInput
          photo={field.value}
          name={`${name} ${lastName}`.trim()}
          error={fieldState.error?.message}
          onChange={field.onChange}
        />
      </div>
    </Stack>
  )
}
