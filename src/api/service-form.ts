import {
  type ServiceInput,
  ServiceInput as ServiceInputSchema,
  billingTypes,
  serviceFieldTypes,
} from '#contract/services/input.ts'
import { type Service, serviceTypes } from '#contract/services/services.ts'
import { type Decimal, decimalOf, digits, rounded, typedDecimal } from '#lib/decimal.ts'
import { amountAsTyped, decimalsOf } from '#lib/money.ts'

/** A service as a form edits it: numbers as they are typed. */
export interface ServiceValues {
  name: string
  description: string
  type: string
  category: string
  price: string
  currency: string
  billing_type: string
  is_active: boolean
  /** In percent. */
  tax_rate: string
  unit: string
  tags: string[]
  custom_fields: ServiceFieldValues[]
}

/** A custom field of a service as its inputs hold it. */
export interface ServiceFieldValues {
  /** Null for a field that the service doesn't have yet; not `id`, which lists of a form use themselves. */
  field_id: number | null
  name: string
  type: string
  value: string
  /** A value that can't be edited as text; it is kept as it is. */
  is_kept: boolean
}

/** Defaults of a new service; its currency and tax rate are those of `usual`. */
export const emptyService = (usual?: Pick<Service, 'currency' | 'tax_rate'>): ServiceValues => ({
  name: '',
  description: '',
  type: serviceTypes[0],
  category: '',
  price: '',
  currency: usual?.currency ?? 'EUR',
  billing_type: billingTypes[0],
  is_active: true,
  tax_rate: usual ? String(usual.tax_rate) : '',
  unit: '',
  tags: [],
  custom_fields: [],
})

/** Returns a service as the form edits it. */
export function serviceValues(service: Service): ServiceValues {
  const { name, description, type, category, currency, billing_type, is_active, unit, tags } = service
  return {
    name,
    description,
    type,
    category,
    currency,
    billing_type,
    is_active,
    unit,
    price: amountAsTyped(service.price, currency),
    tax_rate: digits(decimalOf(service.tax_rate)),
    tags: [...tags],
    custom_fields: service.custom_fields.map(({ id, name: title, type: fieldType, value }) => ({
      field_id: id,
      name: title,
      type: fieldType,
      value: isPlain(value) ? String(value) : '',
      is_kept: !isPlain(value),
    })),
  }
}

/** Returns a new service that starts as a copy; its custom fields are its own. */
export function copyOf(service: Service): ServiceValues {
  const values = serviceValues(service)
  return {
    ...values,
    name: `${values.name} (copy)`,
    custom_fields: values.custom_fields
      .filter(({ is_kept }) => !is_kept)
      .map((field) => ({ ...field, field_id: null, type: field.type === 'number' ? 'number' : 'text' })),
  }
}

/** Returns what saving the form sends; a number that isn't one is NaN. */
export function serviceInput(values: ServiceValues): ServiceInput {
  const { type, billing_type, price, tax_rate, custom_fields } = values
  return {
    ...values,
    name: values.name.trim(),
    description: values.description.trim(),
    category: values.category.trim(),
    unit: values.unit.trim(),
    type: type as ServiceInput['type'],
    billing_type: billing_type as ServiceInput['billing_type'],
    price: numberOf(price),
    tax_rate: numberOf(tax_rate),
    custom_fields: custom_fields.map((field) => ({
      name: field.name.trim(),
      ...(field.field_id === null
        ? { type: field.type as (typeof serviceFieldTypes)[number] }
        : { id: field.field_id }),
      ...(!field.is_kept && { value: field.type === 'number' ? fieldNumber(field.value) : field.value }),
    })),
  }
}

/** Lists what is wrong with the form, as the path of an input and a message. */
export function* serviceProblems(values: ServiceValues): Generator<readonly [path: string, message: string]> {
  for (const { path, message } of ServiceInputSchema.safeParse(serviceInput(values)).error?.issues ?? []) {
    const name = path.map(String).join('.')
    yield [name.startsWith('tags.') ? 'tags' : name, message]
  }
  const decimals = decimalsOf(values.currency)
  if (isFiner(values.price, decimals)) yield ['price', decimalsProblem(values.currency, decimals)]
  if (isFiner(values.tax_rate, 3)) yield ['tax_rate', 'Use at most 3 decimals']
  for (const [index, { type, value, is_kept }] of values.custom_fields.entries())
    if (type === 'number' && !is_kept && Number.isNaN(fieldNumber(value)))
      yield [`custom_fields.${index}.value`, 'Enter a number']
}

const inputs = new Set(Object.keys(emptyService()))

/** Returns the input that a name of the request belongs to; undefined when the form has no such input. */
export function servicePathOf(
  name: string,
): keyof ServiceValues | `custom_fields.${number}.name` | undefined {
  const [head = '', index, key] = name.split('.')
  if (head === 'custom_fields' && (key === 'name' || key === 'value' || key === 'type'))
    return `custom_fields.${Number(index)}.${key === 'type' ? 'name' : key}` as `custom_fields.${number}.name`
  return head !== 'custom_fields' && inputs.has(head) ? (head as keyof ServiceValues) : undefined
}

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'

const numberOf = (typed: string): number => {
  const decimal = typedDecimal(typed)
  return decimal ? Number(digits(decimal)) : Number.NaN
}

/** A custom field may also be below zero. */
function fieldNumber(typed: string): number {
  const text = typed.trim().replace(',', '.')
  return /^-?\d{1,15}(\.\d{1,10})?$/.test(text) ? Number(text) : Number.NaN
}

function isFiner(typed: string, decimals: number): boolean {
  const decimal = typedDecimal(typed)
  return decimal !== undefined && !isSame(decimal, rounded(decimal, decimals))
}

const isSame = (one: Decimal, other: Decimal) =>
  one.units * 10n ** BigInt(other.scale) === other.units * 10n ** BigInt(one.scale)

const decimalsProblem = (currency: string, decimals: number) =>
  decimals === 0 ? `Use a whole amount: ${currency} has no decimals` : `Use at most ${decimals} decimals`
