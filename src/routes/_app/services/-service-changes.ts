import type { ServiceActivity } from '#contract/services/services.ts'
import { capitalized } from '#lib/capitalized.ts'
import { listText } from '#lib/locale.ts'
import { money } from '#lib/money.ts'
import { billingWord, fieldText, stateWord, typeWord } from '#parts/services/service-words.ts'

const labels: Readonly<Record<string, string>> = {
  name: 'name',
  description: 'description',
  type: 'type',
  category: 'category',
  price: 'price',
  currency: 'currency',
  billing_type: 'billing',
  is_active: 'status',
  tax_rate: 'tax rate',
  unit: 'unit',
  custom_fields: 'custom fields',
  tags: 'tags',
}

/** Too long, or made of parts: what they were is no line of text. */
const onlyNamed: ReadonlySet<string> = new Set(['description', 'custom_fields'])

/** Changes of an entry of the activity, one line each. */
export function changeLines(
  changes: ServiceActivity['changes'],
  { currency }: { readonly currency: string },
): readonly string[] {
  const all = Object.entries(changes ?? {}).filter(([name]) => name in labels)
  const currencies = changes?.['currency']
  const lines = all
    .filter(([name]) => !onlyNamed.has(name))
    .map(([name, { from, to }]) => {
      const text = (value: unknown, of: unknown) =>
        name === 'price' && typeof value === 'number' && typeof of === 'string'
          ? money(value, of)
          : valueText(name, value)
      const before = text(from, currencies?.from ?? currency)
      const after = text(to, currencies?.to ?? currency)
      return `${capitalized(labels[name] ?? name)}: ${before || 'none'} → ${after || 'none'}`
    })
  const named = all.filter(([name]) => onlyNamed.has(name)).map(([name]) => labels[name] ?? name)
  return named.length === 0 ? lines : [...lines, `${capitalized(listText(named, 'and'))} changed`]
}

function valueText(name: string, value: unknown): string {
  if (name === 'is_active') return stateWord(value === true)
  if (name === 'billing_type') return billingWord(String(value))
  if (name === 'type') return typeWord(String(value))
  const text = fieldText({ value: value as Parameters<typeof fieldText>[0]['value'] })
  return name === 'tax_rate' ? `${text}%` : text
}
