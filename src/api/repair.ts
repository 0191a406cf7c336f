import type * as z from 'zod/mini'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'

/**
 * Stand-ins for values that another service leaves out: references and counters that no sum depends on. Amounts and
 * the id of a row are never made up.
 */
const substitutes: Readonly<Record<string, unknown>> = {
  user_id: 0,
  owner_id: 0,
  location: 0,
  customer_id: 0,
  subject_id: 0,
  failure_count: 0,
  required: false,
}

/**
 * Reads what another service sent: as the schema says, or with its harmless gaps filled. An empty text stands for null, an
 * empty object for the empty array that some services send instead, a number for its digits. Undefined if that isn’t enough.
 */
export function repaired<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> | undefined {
  const asSent = schema.safeParse(value)
  if (asSent.success) return asSent.data
  const filled = schema.safeParse(repair(schema, value))
  return filled.success ? filled.data : undefined
}

function repair(schema: $ZodType, value: unknown): unknown {
  const { def } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'optional':
      return value === null || value === undefined ? undefined : ifFits(def.innerType, value)
    case 'nullable':
      return value === null || value === undefined ? null : (ifFits(def.innerType, value) ?? null)
    case 'string':
      return textOf(value)
    case 'number':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value
    case 'boolean':
      return value === 1 || value === 'true' ? true : value === 0 || value === 'false' ? false : value
    case 'array':
      return itemsOf(value, def.element)
    case 'record':
      return isEmpty(value) ? {} : mapped(value, (one) => repair(def.valueType, one))
    case 'object':
      return isEmpty(value) ? repairObject(def.shape, {}) : repairObject(def.shape, value)
    case 'union': {
      const found = def.options.map((option) => repair(option, value))
      return found.find((one, index) => fits(def.options[index], one)) ?? value
    }
    default:
      return value
  }
}

const fits = (schema: $ZodType | undefined, value: unknown) =>
  schema !== undefined && (schema as z.ZodMiniType).safeParse(value).success

function ifFits(schema: $ZodType, value: unknown): unknown {
  const filled = repair(schema, value)
  return fits(schema, filled) ? filled : undefined
}

function textOf(value: unknown): unknown {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const isList = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return isList ? value.join(', ') : value
}

/** The items of a list, which some services send as an object with numbers for names. */
function itemsOf(value: unknown, element: $ZodType): unknown {
  if (isEmpty(value)) return []
  const items = Array.isArray(value) ? value : isNumbered(value) ? Object.values(value) : undefined
  if (!items) return value
  const { def } = (element as $ZodTypes)._zod
  const needsId = def.type === 'object' && 'id' in def.shape
  return items
    .filter((item) => item !== null || fits(element, null))
    .map((item, index) =>
      // Parts of a record are only told apart by it.
      repair(element, needsId && isObject(item) && item['id'] == null ? { ...item, id: index + 1 } : item),
    )
}

function repairObject(shape: Readonly<Record<string, $ZodType>>, value: unknown): unknown {
  if (!isObject(value)) return value
  const filled: Record<string, unknown> = { ...value }
  for (const [name, schema] of Object.entries(shape)) {
    const part = value[name] ?? (fits(schema, value[name]) ? value[name] : substitutes[name])
    filled[name] = fits(schema, part) ? part : repair(schema, part)
    if (filled[name] === undefined) delete filled[name]
  }
  return filled
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown) =>
  value === null ||
  value === undefined ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.keys(value).length === 0)

const isNumbered = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && Object.keys(value).every((name) => /^\d+$/.test(name))

const mapped = (value: unknown, change: (one: unknown) => unknown) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one)]))
    : value
