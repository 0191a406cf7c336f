import { type WebhookForm, needsValue } from '#api/webhook-form.ts'
import { pluralize } from '#lib/pluralize.ts'

/** One setting of an endpoint as text. Several lines where it is a list. */
export interface Description {
  readonly label: string
  readonly lines: readonly string[]
}

type ConditionRow = WebhookForm['conditions'][number]

const operatorLabels = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  starts_with: 'starts with',
  greater_than: 'is greater than',
  less_than: 'is less than',
  exists: 'exists',
} as const

/** The comparisons of a condition, for a select. */
export const operatorChoices = Object.entries(operatorLabels).map(([value, label]) => ({ value, label }))

/** Labels of the formats of a request’s body. */
export const formatLabels = {
  json: 'JSON',
  form: 'Form-encoded (JSON in one field)',
} as const

/** Returns a condition as text: `data.email contains “@x”`. */
export function describeCondition({ field, operator, value }: ConditionRow): string {
  const text = `${field} ${operatorLabels[operator]}`
  return needsValue(operator) ? `${text} “${value}”` : text
}

/** Returns the conditions that have been filled in; rows that were only added don't say anything yet. */
export const filledConditions = (conditions: readonly ConditionRow[]): readonly ConditionRow[] =>
  conditions.filter(
    ({ field, operator, value }) => field.trim() !== '' && (!needsValue(operator) || value !== ''),
  )

/** `15 seconds per attempt`; an empty setting is “Not set”. */
export const describeTimeout = (seconds: number | ''): string =>
  seconds === '' ? 'Not set' : `${pluralize(seconds, 'second')} per attempt`

/** `effective`: what the service's schedule allows, where it is known. */
export function describeRetries(retries: number | '', effective: number = Infinity): string {
  if (retries === '') return 'Not set'
  const most = Math.min(retries, effective)
  if (most === 0) return 'No retries'
  return `Up to ${pluralize(most, 'retry', 'retries')}`
}

/** Returns all settings of `config`, defaults included: what an endpoint does beyond its URL and events. */
export function describeConfig(form: WebhookForm, effectiveRetries?: number): readonly Description[] {
  return [
    { label: 'Method', lines: [form.method] },
    { label: 'Payload', lines: [formatLabels[form.payloadFormat]] },
    { label: 'Headers', lines: form.headers.map(({ name, value }) => `${name}: ${value}`) },
    { label: 'Conditions', lines: form.conditions.map(describeCondition) },
    { label: 'Timeout', lines: [describeTimeout(form.timeout)] },
    { label: 'Retries', lines: [describeRetries(form.maxRetries, effectiveRetries)] },
    ...Object.entries(form.others).map(([key, value]) => ({ label: key, lines: [JSON.stringify(value)] })),
  ]
}

/** A setting that an edit changes, with its lines before and after. */
export interface Change {
  readonly label: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** Returns what saving would change, setting by setting. */
export function changesBetween(before: WebhookForm, after: WebhookForm): readonly Change[] {
  const oldLines = new Map(describeForm(before).map(({ label, lines }) => [label, lines]))
  return describeForm(after).flatMap(({ label, lines }) => {
    const old = oldLines.get(label) ?? []
    const removed = old.filter((line) => !lines.includes(line))
    const added = lines.filter((line) => !old.includes(line))
    return removed.length + added.length === 0 ? [] : [{ label, removed, added }]
  })
}

const describeForm = (form: WebhookForm): readonly Description[] => [
  { label: 'Name', lines: form.name.trim() === '' ? [] : [form.name.trim()] },
  { label: 'URL', lines: [form.url.trim()] },
  { label: 'Events', lines: form.events },
  ...describeConfig(form),
]
