import type { Service } from '#contract/services/services.ts'
import type { ListColumn } from '#kit/list/columns.tsx'
import { Money } from '#kit/money.tsx'
import { dayTextOf } from '#lib/calendar.ts'
import { money, priceUnit, rateText } from '#lib/money.ts'
import { billingWord, stateWord, typeWord } from '#parts/services/service-words.ts'
import { StateBadge } from '#parts/services/state-badge.tsx'

/** The columns of the catalog. */
export const serviceColumns: readonly ListColumn<Service>[] = [
  { id: 'name', label: 'Name', text: ({ name }) => name, sort: 'name', widthRem: 13 },
  { id: 'type', label: 'Type', text: ({ type }) => typeWord(type), widthRem: 5 },
  { id: 'category', label: 'Category', text: ({ category }) => category, widthRem: 7, staysBeside: true },
  {
    id: 'price',
    staysBeside: true,
    label: 'Price',
    text: ({ price, currency }) => money(price, currency),
    cell: ({ price, currency }) => <Money amount={price} currency={currency} />,
    sort: 'price',
    sortWords: ['lowest first', 'highest first'],
    align: 'end',
    widthRem: 7,
  },
  { id: 'unit', label: 'Unit', text: priceUnit, widthRem: 5.5, staysBeside: true },
  { id: 'tax', label: 'Tax', text: ({ tax_rate }) => rateText(tax_rate), align: 'end', widthRem: 4 },
  {
    id: 'state',
    label: 'Status',
    // Active is the default and needs no label.
    text: ({ is_active }) => stateWord(is_active),
    cell: ({ is_active }) => <StateBadge isActive={is_active} />,
    widthRem: 5.5,
  },
  {
    id: 'billing',
    label: 'Billing',
    text: ({ billing_type }) => billingWord(billing_type),
    isExtra: true,
    widthRem: 7,
  },
  { id: 'tags', label: 'Tags', text: ({ tags }) => tags.join(', '), isExtra: true },
  {
    id: 'description',
    label: 'Description',
    text: ({ description }) => description,
    isExtra: true,
    widthRem: 20,
  },
  {
    id: 'updated',
    label: 'Updated',
    text: ({ updated_at }) => dayTextOf(updated_at),
    sort: 'updated_at',
    sortWords: ['oldest first', 'newest first'],
    isExtra: true,
    widthRem: 8,
  },
]
