import * as z from 'zod/mini'

import { bankPaymentSorts } from '#contract/wire/list-sorts.ts'
import { listSearch, optionalOf } from '#lib/page-search.ts'

/** The list of bank payments as its URL states it: what is to be matched, unless it names another state. */
export const BankSearch = z.object({
  ...listSearch(bankPaymentSorts),
  state: optionalOf(z.enum(['recorded', 'set_aside'])),
})
export type BankSearch = z.infer<typeof BankSearch>
