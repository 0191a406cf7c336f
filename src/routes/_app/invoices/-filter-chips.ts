import type { Chip } from '../../../kit/list-chips.tsx'
import { dayText } from '../../../lib/calendar.ts'
import type { FilterChange, InvoiceSearch } from './-invoice-search.ts'

/** Every filter that is set, with its way out; the status has its tabs. */
export function filterChips(
  { search, customer, from, to }: InvoiceSearch,
  customerName: string,
  onFilter: (change: FilterChange) => void,
): readonly Chip[] {
  const chip = (label: string, off: FilterChange): Chip => ({ label, onRemove: () => onFilter(off) })
  return [
    search !== '' && chip(`Search: ${search}`, { search: '' }),
    customer !== undefined && chip(customerName, { customer: undefined }),
    from !== '' && chip(`Due from ${dayText(from)}`, { from: '' }),
    to !== '' && chip(`Due to ${dayText(to)}`, { to: '' }),
  ].filter((made) => made !== false)
}
