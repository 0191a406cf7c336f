import type { Chip } from '#kit/list/chips.tsx'
import { dayText } from '#lib/calendar.ts'

import type { FilterChange, InvoiceListSearch } from './-invoice-list-search.ts'

/** Every filter that is set, with its way out; the status has its tabs. */
export function filterChips(
  { search, customer, from, to }: InvoiceListSearch,
  customerName: string,
): readonly Chip<FilterChange>[] {
  return [
    search !== '' && { label: `Search: ${search}`, off: { search: '' } },
    customer !== undefined && { label: customerName, off: { customer: undefined } },
    from !== '' && { label: `Due from ${dayText(from)}`, off: { from: '' } },
    to !== '' && { label: `Due to ${dayText(to)}`, off: { to: '' } },
  ].filter((made) => made !== false)
}
