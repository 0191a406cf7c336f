import type { Control } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import { longestText } from '#contract/customers/customers.ts'

import { businessTitle } from './business-title.ts'
import { DuplicateWarning } from './duplicate-warning.tsx'
import { FormText } from './form-inputs.tsx'

interface Props {
  control: Control<NewCustomer>
  /** The customer that is edited; undefined for a new one. */
  customerId?: number | undefined
}

/** The company's name, and who at it has the same one. */
export const CompanyInput = ({ control, customerId }: Props) => (
  <div>
    <FormText
      control={control}
      name="business.company_name"
      label={businessTitle.company_name}
      required
      autoComplete="organization"
      maxLength={longestText.business}
      dir="auto"
    />
    <DuplicateWarning control={control} kind="name" except={customerId} />
  </div>
)
