import type { Chip } from '#kit/list/chips.tsx'

import { amountText } from './-amount-filter.tsx'
import type { FilterChange, InvoiceListSearch } from './-invoice-list-search.ts'
import { periodText } from './-period-filter.tsx'

/** A removable chip for each filter that is set; the status has its tabs. */
export function filterChips(search: InvoiceListSearch, customerName: string): readonly Chip<FilterChange>[] {
  const { from, to, issuedFrom, issuedTo, paidFrom, paidTo } = search
  const due = periodText({ from, to })
  const issued = periodText({ from: issuedFrom, to: issuedTo })
  const paid = periodText({ from: paidFrom, to: paidTo })
  const amount = amountText(search)
  return [
    search.search !== '' && { label: `Search: ${search.search}`, off: { search: '' } },
    search.customer !== undefined && { label: customerName, off: { customer: undefined } },
    due !== '' && { label: `Due ${due}`, off: { from: '', to: '' } },
    issued !== '' && { label: `Issued ${issued}`, off: { issuedFrom: '', issuedTo: '' } },
    paid !== '' && { label: `Paid ${paid}`, off: { paidFrom: '', paidTo: '' } },
    amount !== '' && { label: `Amount: ${amount}`, off: { currency: '', amountFrom: '', amountTo: '' } },
  ].filter((made) => made !== false)
}
