import type { Condition } from '#contract/webhooks/config.ts'
import type { EventPayload } from '#contract/webhooks/events.ts'

/** Whether a payload meets every condition of an endpoint. */
export function matches(conditions: readonly Condition[], payload: EventPayload): boolean {
  return conditions.every(({ field, operator, value = null }) => {
    const actual = valueAt(payload, field.split('.'))
    return tests[operator](actual, value)
  })
}

type Scalar = string | number | boolean | null
type Test = (actual: unknown, value: Scalar) => boolean

const tests: Record<Condition['operator'], Test> = {
  exists: (actual) => actual !== undefined && actual !== null,
  equals: (actual, value) => isEqual(actual, value),
  not_equals: (actual, value) => !isEqual(actual, value),
  contains: (actual, value) =>
    Array.isArray(actual)
      ? actual.some((element) => isEqual(element, value))
      : isText(actual) && String(actual).includes(String(value)),
  starts_with: (actual, value) => isText(actual) && String(actual).startsWith(String(value)),
  greater_than: (actual, value) => compare(actual, value) > 0,
  less_than: (actual, value) => compare(actual, value) < 0,
}

function isEqual(actual: unknown, value: Scalar): boolean {
  if (actual === undefined || actual === null || value === null) return (actual ?? null) === value
  return isText(actual) && (String(actual) === String(value) || compare(actual, value) === 0)
}

/** Compares as numbers if both sides are numeric, otherwise as text; NaN, which is neither more nor less, if neither works. */
function compare(actual: unknown, value: Scalar): number {
  if (!isText(actual) || value === null) return NaN
  const [left, right] = [numberOf(actual), numberOf(value)]
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right
  const [text, other] = [String(actual), String(value)]
  return text < other ? -1 : text > other ? 1 : 0
}

const isText = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

const numberOf = (value: unknown): number =>
  typeof value === 'number' || (typeof value === 'string' && /^-?[0-9]+(\.[0-9]+)?$/.test(value))
    ? Number(value)
    : NaN

// Own properties only: `constructor` isn't a field of the payload.
function valueAt(payload: unknown, path: readonly string[]): unknown {
  let value = payload
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
