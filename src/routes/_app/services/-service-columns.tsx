import type { Service } from '#contract/services.ts'
import type { ListColumn } from '#kit/list/columns.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { priceText, rateText } from '#lib/money.ts'

import { billingWord, stateWord, typeWord } from './-service-words.ts'
import { StateBadge } from './-state-badge.tsx'

export const serviceColumns: readonly ListColumn<Service>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name, widthRem: 14 },
  { id: 'type', label: 'Type', text: ({ type }) => typeWord(type), widthRem: 5.5 },
  { id: 'category', label: 'Category', text: ({ category }) => category, widthRem: 8 },
  { id: 'price', label: 'Price', text: priceText, widthRem: 15.5, align: 'end' },
  { id: 'billing', label: 'Billing', text: ({ billing_type }) => billingWord(billing_type), widthRem: 7 },
  {
    id: 'state',
    label: 'State',
    text: ({ is_active }) => stateWord(is_active),
    cell: ({ is_active }) => (is_active ? stateWord(true) : <StateBadge isActive={false} />),
    widthRem: 6.5,
  },
  { id: 'tags', label: 'Tags', text: ({ tags }) => tags.join(', '), isExtra: true },
  { id: 'tax', label: 'Tax', text: ({ tax_rate }) => rateText(tax_rate), align: 'end', isExtra: true },
  { id: 'unit', label: 'Unit', text: ({ unit }) => unit, isExtra: true },
  {
    id: 'description',
    label: 'Description',
    text: ({ description }) => description,
    isExtra: true,
    widthRem: 20,
  },
  { id: 'updated', label: 'Updated', text: ({ updated_at }) => dayTextOf(updated_at), isExtra: true },
]
