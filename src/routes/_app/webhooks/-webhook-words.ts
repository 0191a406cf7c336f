import { type WebhookForm, needsValue } from '#api/webhook-form.ts'
import { pluralize } from '#lib/pluralize.ts'

/** One setting of an endpoint in words. Several lines where it is a list. */
export interface Words {
  readonly label: string
  readonly lines: readonly string[]
}

const operatorWords = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  starts_with: 'starts with',
  greater_than: 'is greater than',
  less_than: 'is less than',
  exists: 'exists',
} as const

export const operatorChoices = Object.entries(operatorWords).map(([value, label]) => ({ value, label }))

export const formatWords = {
  json: 'JSON',
  form: 'Form-encoded (JSON in one field)',
} as const

export function conditionWords({ field, operator, value }: WebhookForm['conditions'][number]): string {
  const words = `${field || '…'} ${operatorWords[operator]}`
  return needsValue(operator) ? `${words} “${value}”` : words
}

export const secondsWords = (seconds: number | '') =>
  seconds === '' ? 'Not set' : `${pluralize(seconds, 'second')} per attempt`

export function retriesWords(retries: number | ''): string {
  if (retries === '') return 'Not set'
  if (retries === 0) return 'No retries'
  return `Up to ${pluralize(retries, 'retry', 'retries')}`
}

/** All settings of `config`, defaults too: what an endpoint does beyond its address and events. */
export function configWords(form: WebhookForm): readonly Words[] {
  return [
    { label: 'Method', lines: [form.method] },
    { label: 'Payload', lines: [formatWords[form.payloadFormat]] },
    { label: 'Headers', lines: form.headers.map(({ name, value }) => `${name}: ${value}`) },
    { label: 'Conditions', lines: form.conditions.map(conditionWords) },
    { label: 'Timeout', lines: [secondsWords(form.timeout)] },
    { label: 'Retries', lines: [retriesWords(form.maxRetries)] },
    ...Object.entries(form.others).map(([key, value]) => ({ label: key, lines: [JSON.stringify(value)] })),
  ]
}

export interface Change {
  readonly label: string
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** What saving would change, setting by setting. */
export function changesBetween(before: WebhookForm, after: WebhookForm): readonly Change[] {
  const [old, now] = [before, after].map(allWords)
  return (now ?? []).flatMap(({ label, lines }, index) => {
    const oldLines = old?.[index]?.lines ?? []
    const removed = oldLines.filter((line) => !lines.includes(line))
    const added = lines.filter((line) => !oldLines.includes(line))
    return removed.length + added.length === 0 ? [] : [{ label, removed, added }]
  })
}

const allWords = (form: WebhookForm): readonly Words[] => [
  { label: 'Address', lines: [form.url.trim()] },
  { label: 'Events', lines: form.events },
  ...configWords(form),
]
