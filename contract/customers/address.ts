import type { BusinessInformation } from './customers.ts'

/** The parts of a customer's address. */
export const addressParts = ['address_1', 'address_2', 'zip_code', 'city', 'state', 'country'] as const
type Part = (typeof addressParts)[number]
type Address = { readonly [key in Part]?: BusinessInformation[key] | null }

/** Countries that write the city before the postal code; the others write “10115 Berlin”. */
const cityFirst = new Set([
  'Australia',
  'Brazil',
  'Canada',
  'China',
  'England',
  'India',
  'Indonesia',
  'Ireland',
  'New Zealand',
  'Northern Ireland',
  'Pakistan',
  'Scotland',
  'South Africa',
  'South Korea',
  'Taiwan',
  'Thailand',
  'UK',
  'USA',
  'United Kingdom',
  'United States',
  'Wales',
])

/** Returns the lines of an address as they are written in its country, without empty ones. */
export function addressLines(business: Address): string[] {
  const part = (key: Part) => business[key]?.trim() ?? ''
  const join = (parts: readonly string[], separator: string) =>
    parts.filter((text) => text !== '').join(separator)
  const [zip, city, state, country] = [part('zip_code'), part('city'), part('state'), part('country')]
  const place = cityFirst.has(country)
    ? join([city, join([state, zip], ' ')], ', ')
    : join([join([zip, city], ' '), state], ', ')
  return [part('address_1'), part('address_2'), place, country].filter((text) => text !== '')
}
