import { Stack, Title } from '@mantine/core'
import type { Control } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import { type BusinessKey, longestText } from '#contract/customers/customers.ts'
import { Columns } from '#kit/columns.tsx'
import { normalizePhone, phoneWarning } from '#lib/phone.ts'
import { normalizeWebsite, websiteWarning } from '#lib/web-address.ts'
import { CountrySelect } from '#parts/country-select.tsx'
import { businessTitle } from '#parts/customer-inputs/business-title.ts'
import { CompanyInput } from '#parts/customer-inputs/company-input.tsx'
import { FormCheckedText, FormText } from '#parts/customer-inputs/form-inputs.tsx'

const autoComplete: Record<BusinessKey, string> = {
  company_name: 'organization',
  company_phone: 'work tel',
  company_email: 'work email',
  company_website: 'url',
  fax: 'fax tel',
  address_1: 'address-line1',
  address_2: 'address-line2',
  zip_code: 'postal-code',
  city: 'address-level2',
  state: 'address-level1',
  country: 'country-name',
}

const phone = { normalize: normalizePhone, warningOf: phoneWarning }
const checks: Partial<Record<BusinessKey, typeof phone>> = {
  company_phone: phone,
  fax: phone,
  company_website: { normalize: normalizeWebsite, warningOf: websiteWarning },
}
const inputMode: Partial<Record<BusinessKey, 'tel' | 'email' | 'url'>> = {
  company_phone: 'tel',
  fax: 'tel',
  company_email: 'email',
  company_website: 'url',
}

interface Props {
  control: Control<NewCustomer>
  /** Whether the service takes more than the company's name. */
  hasDetails: boolean
  /** The customer that is edited; undefined for a new one. */
  customerId?: number | undefined
}

/** The company: its name, how to reach it, and its address. */
export function BusinessInputs({ control, hasDetails, customerId }: Props) {
  const input = (key: BusinessKey) => {
    const shared = {
      control,
      name: `business.${key}`,
      // Under the heading “Address”.
      label: key === 'address_1' ? 'Address line 1' : businessTitle[key],
      autoComplete: autoComplete[key],
      inputMode: inputMode[key] ?? 'text',
      maxLength: longestText.business,
    } as const
    const checked = checks[key]
    if (checked) return <FormCheckedText key={key} {...shared} {...checked} />
    return <FormText key={key} {...shared} dir="auto" />
  }
  return (
    <Stack gap="lg">
      <CompanyInput control={control} customerId={customerId} />
      {hasDetails && (
        <>
          <Columns>
            {(['company_phone', 'company_email', 'company_website', 'fax'] as const).map(input)}
          </Columns>
          <Stack gap="md">
            <Title order={3} size="h5">
              Address
            </Title>
            {(['address_1', 'address_2'] as const).map(input)}
            <Columns>
              {(['zip_code', 'city', 'state'] as const).map(input)}
              <CountrySelect control={control} name="business.country" label={businessTitle.country} />
            </Columns>
          </Stack>
        </>
      )}
    </Stack>
  )
}
