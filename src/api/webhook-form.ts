import {
  type Condition,
  WebhookConfig,
  type configMethods,
  type payloadFormats,
  retries,
  timeoutSeconds,
} from '#contract/webhooks/config.ts'
import {
  type NamedWebhookCreate,
  type NamedWebhookUpdate,
  longestWebhookName,
} from '#contract/webhooks/details.ts'
import { type Webhook, WebhookCreate, urlProblem } from '#contract/webhooks/webhooks.ts'

/** The values of an endpoint's inputs. Numbers are '' while their input is empty. */
export interface WebhookForm {
  /** Empty: it goes by its host and path. Services without names don't have the input. */
  name: string
  url: string
  events: string[]
  method: (typeof configMethods)[number]
  payloadFormat: (typeof payloadFormats)[number]
  headers: { name: string; value: string }[]
  conditions: ConditionRow[]
  timeout: number | ''
  maxRetries: number | ''
  /** Settings this dashboard doesn't know; they are sent back unchanged. */
  others: Record<string, unknown>
}

/** A condition as its inputs hold it. */
export interface ConditionRow {
  field: string
  operator: Condition['operator']
  value: string
  /** As the service sent it, so that an unchanged `true` doesn't become "true". */
  original?: Condition['value']
}

/** Returns the form of a new webhook. */
export const emptyWebhook = (): WebhookForm => ({
  name: '',
  url: '',
  events: [],
  method: 'POST',
  payloadFormat: 'json',
  headers: [],
  conditions: [],
  timeout: timeoutSeconds.usual,
  maxRetries: retries.high,
  others: {},
})

/** Returns an endpoint as form values. Parts of `config` that this dashboard doesn't know go to `others`. */
export function formOf({ url, events, config, name }: Webhook): WebhookForm {
  const form: WebhookForm = {
    ...emptyWebhook(),
    name: typeof name === 'string' ? name : '',
    url,
    events: [...events],
  }
  for (const [key, value] of Object.entries(config ?? {})) {
    const known = WebhookConfig.safeParse({ [key]: value })
    if (!known.success) {
      form.others[key] = value
      continue
    }
    const { method, headers, payload_format, conditions, timeout, max_retries } = known.data
    form.method = method ?? form.method
    form.payloadFormat = payload_format ?? form.payloadFormat
    form.timeout = timeout ?? form.timeout
    form.maxRetries = max_retries ?? form.maxRetries
    if (headers) form.headers = Object.entries(headers).map(([name, text]) => ({ name, value: text }))
    if (conditions) form.conditions = conditions.map(rowOf)
  }
  return form
}

/** Returns the request body. Settings at their default are left out; with none left, `config` is null. */
export function bodyOf(form: WebhookForm): NamedWebhookCreate {
  const named = form.headers.filter(({ name, value }) => name !== '' || value !== '')
  const config = {
    ...form.others,
    ...(form.method === 'POST' ? {} : { method: form.method }),
    ...(named.length === 0
      ? {}
      : { headers: Object.fromEntries(named.map(({ name, value }) => [name, value])) }),
    ...(form.payloadFormat === 'json' ? {} : { payload_format: form.payloadFormat }),
    ...(form.conditions.length === 0 ? {} : { conditions: form.conditions.map(conditionOf) }),
    ...(form.timeout === timeoutSeconds.usual ? {} : { timeout: form.timeout as number }),
    ...(form.maxRetries === retries.high ? {} : { max_retries: form.maxRetries as number }),
  }
  const name = form.name.trim()
  return {
    ...(name === '' ? {} : { name }),
    url: form.url.trim(),
    events: form.events,
    config: Object.keys(config).length === 0 ? null : (config as WebhookConfig),
  }
}

/** Returns only what changed between the two. */
export function updateOf(before: WebhookForm, after: WebhookForm): NamedWebhookUpdate {
  const [old, now] = [bodyOf(before), bodyOf(after)]
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  return {
    ...(isSame(old.name, now.name) ? {} : { name: now.name ?? null }),
    ...(isSame(old.url, now.url) ? {} : { url: now.url }),
    ...(isSame(old.events, now.events) ? {} : { events: now.events }),
    ...(isSame(old.config, now.config) ? {} : { config: now.config }),
  }
}

/** Returns what is wrong with a URL, for its input; undefined where nothing is. */
export function urlMessage(url: string): string | undefined {
  if (url.trim() === '') return 'Enter the endpoint URL'
  // The contract spells the field as on the wire.
  return urlProblem(url.trim())?.replace(/^The url\b/, 'The URL')
}

/** Returns what is wrong, by field path: `url`, `headers.0.name`. */
export function webhookProblems(form: WebhookForm): Record<string, string> {
  const problems: Record<string, string> = {}
  const url = urlMessage(form.url)
  if (url !== undefined) problems['url'] = url
  if (form.name.trim().length > longestWebhookName)
    problems['name'] = `Use at most ${longestWebhookName} characters`
  // The contract names these as on the wire.
  if (!isWithin(form.timeout, timeoutSeconds))
    problems['timeout'] = `Enter a whole number from ${timeoutSeconds.low} to ${timeoutSeconds.high}`
  if (!isWithin(form.maxRetries, retries))
    problems['maxRetries'] = `Enter a whole number from ${retries.low} to ${retries.high}`
  const body = bodyOf(form)
  // Settings that only another service knows are for it to validate.
  const config = body.config && Object.entries(body.config).filter(([key]) => !(key in form.others))
  const { error } = WebhookCreate.safeParse({ ...body, config: config && Object.fromEntries(config) })
  for (const issue of error?.issues ?? []) {
    const path = fieldPathOf(issue.path.join('.'), form)
    // A problem with a key is described by the inner issue.
    const [inner] = issue.code === 'invalid_key' ? issue.issues : []
    if (path !== undefined) problems[path] ??= (inner ?? issue).message
  }
  for (const [index, { operator, value, original }] of form.conditions.entries()) {
    // An empty text is only kept where the service had it already; here it would be an oversight.
    if (needsValue(operator) && value === '' && original !== '')
      problems[`conditions.${index}.value`] = 'Enter a value'
  }
  const names = form.headers.map(({ name }) => name.toLowerCase())
  for (const [index, name] of names.entries()) {
    if (name === '' && form.headers[index]?.value !== '')
      problems[`headers.${index}.name`] = 'Enter a header name'
    else if (name !== '' && names.indexOf(name) < index)
      problems[`headers.${index}.name`] = 'This header already exists'
  }
  return problems
}

const isWithin = (value: number | '', { low, high }: { low: number; high: number }) =>
  Number.isInteger(value) && low <= Number(value) && Number(value) <= high

/** Returns the field path for a name of the request body; undefined where there is no such input. */
export function fieldPathOf(wireName: string, form: WebhookForm): string | undefined {
  const [head = '', key = '', inner = '', part] = wireName.split('.')
  if (head === 'name' || head === 'url' || head === 'events') return head
  if (head !== 'config') return undefined
  switch (key) {
    case 'method':
    case 'timeout':
      return key
    case 'payload_format':
      return 'payloadFormat'
    case 'max_retries':
      return 'maxRetries'
    case 'conditions':
      return inner === '' ? 'conditions' : `conditions.${inner}.${part ?? 'field'}`
    case 'headers': {
      // Header names may contain dots.
      const name = wireName.slice('config.headers.'.length)
      const index = form.headers.findIndex((header) => header.name === name)
      if (index === -1) return 'headers'
      const isName = WebhookConfig.safeParse({ headers: { [name]: '' } }).success === false
      return `headers.${index}.${isName ? 'name' : 'value'}`
    }
    default:
      return undefined
  }
}

/** Whether a condition compares the field with a value. */
export const needsValue = (operator: Condition['operator']) => operator !== 'exists'

function rowOf({ field, operator, value }: Condition): ConditionRow {
  return value === undefined
    ? { field, operator, value: '' }
    : { field, operator, value: String(value), original: value }
}

function conditionOf({ field, operator, value, original }: ConditionRow): Condition {
  if (!needsValue(operator)) return { field, operator }
  const isOrder = operator === 'greater_than' || operator === 'less_than'
  if (isOrder && value.trim() !== '' && Number.isFinite(Number(value)))
    return { field, operator, value: Number(value) }
  if (original !== undefined && String(original) === value) return { field, operator, value: original }
  return { field, operator, value }
}
