import * as z from 'zod/mini'

import { endpoint } from '../wire/endpoint.ts'

/** How many invoices one request may ask about. */
export const balancesAtOnce = 100

export const listInvoiceBalances = endpoint({
  surface: 'x',
  method: 'GET',
  path: '/api/x/invoice-balances',
  text: '`id` and `amount_due` of those of up to 100 invoices, `ids` joined by commas, that are sent or overdue',
  query: z.object({
    ids: z
      .string('ids must be given once')
      .check(
        z.regex(
          /^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,99}$/,
          `ids must be at most ${balancesAtOnce} invoice ids joined by commas`,
        ),
      ),
  }),
  response: z.object({ data: z.array(z.object({ id: z.int(), amount_due: z.number() })) }),
})
