import { SimpleGrid, Stack, Title } from '@mantine/core'
import { type Control, useWatch } from 'react-hook-form'

import type { NewCustomer } from '#api/customer-form.ts'
import { type BusinessKey, longestText } from '#contract/customers.ts'

import { businessTitle } from '../-business-title.ts'
import { DuplicateWarning } from './duplicate-warning.tsx'
import { FormText } from './inputs.tsx'

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

const contact = ['company_phone', 'company_email', 'company_website', 'fax'] as const
const lines = ['address_1', 'address_2'] as const
const place = ['zip_code', 'city', 'state', 'country'] as const
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
}

export function BusinessStep({ control, hasDetails }: Props) {
  const company = useWatch({ control, name: 'business.company_name' })
  const input = (key: BusinessKey) => (
    <FormText
      key={key}
      control={control}
      name={`business.${key}`}
      label={businessTitle[key]}
      required={key === 'company_name'}
      autoComplete={autoComplete[key]}
      inputMode={inputMode[key] ?? 'text'}
      maxLength={longestText.business}
    />
  )
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        {input('company_name')}
        <DuplicateWarning what="company" value={company} />
      </Stack>
      {hasDetails && (
        <>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>{contact.map(input)}</SimpleGrid>
          <Stack>
            <Title order={3} size="h5">
              Address
            </Title>
            {lines.map(input)}
            <SimpleGrid cols={{ base: 1, sm: 2 }}>{place.map(input)}</SimpleGrid>
          </Stack>
        </>
      )}
    </Stack>
  )
}
