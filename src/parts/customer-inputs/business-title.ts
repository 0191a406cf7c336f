import type { BusinessKey } from '#contract/customers/customers.ts'

/** Labels of the fields of `business_information`. */
export const businessTitle: Record<BusinessKey, string> = {
  company_name: 'Company',
  company_phone: 'Company phone',
  company_email: 'Company email',
  company_website: 'Website',
  address_1: 'Address',
  address_2: 'Address line 2',
  country: 'Country',
  city: 'City',
  state: 'State or region',
  zip_code: 'Postal code',
  fax: 'Fax',
}
