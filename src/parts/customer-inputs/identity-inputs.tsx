import type { Control } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import { Columns } from '#kit/columns.tsx'
import { normalizePhone, phoneWarning } from '#lib/phone.ts'

import { DuplicateWarning } from './duplicate-warning.tsx'
import { FormCheckedText, FormText } from './form-inputs.tsx'
import { personFields } from './person-fields.ts'

interface Props {
  control: Control<NewCustomer>
  /** The customer that is edited; undefined for a new one. */
  customerId?: number | undefined
  /** The input that has the focus first, in a dialog. */
  first?: 'name' | 'email'
}

/** Names, email and phone, which no customer is without; points out who has the same ones. */
export function IdentityInputs({ control, customerId, first }: Props) {
  // No autocomplete: this is somebody else's data, so the browser's suggestions would be wrong.
  const shared = { control, required: true, autoComplete: 'off' } as const
  return (
    <Columns>
      <FormText {...shared} {...personFields.name} data-autofocus={first === 'name' || undefined} />
      <FormText {...shared} {...personFields.lastName} />
      <div>
        <FormText {...shared} {...personFields.email} data-autofocus={first === 'email' || undefined} />
        <DuplicateWarning control={control} kind="email" except={customerId} />
      </div>
      <div>
        <FormCheckedText
          {...shared}
          {...personFields.phone}
          normalize={normalizePhone}
          warningOf={phoneWarning}
        />
        <DuplicateWarning control={control} kind="phone" except={customerId} />
      </div>
    </Columns>
  )
}
