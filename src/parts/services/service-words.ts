import type { Service } from '#contract/services/services.ts'
import { numberFormat } from '#lib/locale.ts'

const types: Readonly<Record<string, string>> = { service: 'Service', product: 'Product' }

const billings: Readonly<Record<string, string>> = {
  hourly: 'Hourly',
  fixed: 'One-time',
  recurring: 'Recurring',
}

/** Label of a type; an unknown one keeps its own word. */
export const typeWord = (type: string): string => types[type] ?? type

/** Label of a way of billing; an unknown one keeps its own word. */
export const billingWord = (billing: string): string => billings[billing] ?? billing

/** `Active` or `Inactive`. */
export const stateWord = (isActive: boolean): string => (isActive ? 'Active' : 'Inactive')

/** A custom field's value, whatever its type, in plain words; empty when there is none. */
export function fieldText({ value }: Pick<Service['custom_fields'][number], 'value'>): string {
  if (value == null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return exactNumber(value)
  if (Array.isArray(value)) return value.map((one: unknown) => fieldText({ value: one })).join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const exactNumber = numberFormat({ maximumFractionDigits: 8 })
