import { afterAll, beforeAll, expect, test } from 'vitest'

import { showContact } from '#contract/customers/contacts.ts'
import { showMeetingCalendar } from '#contract/meetings/meetings.ts'
import { addBulkInvoices, addBulkServices, bulkPayers } from '#server/tools/demo/bulk.ts'
import { onPostgres } from '#server/tools/testing/data-dir.ts'
import { addRecord } from '#server/tools/testing/record.ts'
import { type TestAccount, type TestService, startService } from '#server/tools/testing/service.ts'
import { statementsOf } from '#server/tools/testing/statements.ts'

/**
 * Statements that each request may cost once its caller is known. A list costs the same whatever the size of its page, so
 * a number that rises here is a statement for each row, or a round trip that every request pays.
 */
const budgets: readonly (readonly [path: string, statements: number])[] = [
  ['/api/custom-fields', 1],
  ['/api/customers?limit=100', 3],
  ['/api/customers?limit=100&sort=name', 3],
  ['/api/customers?limit=100&search=payer', 3],
  ['/api/customers?limit=100&linked=false', 3],
  ['/api/customers?limit=100&has_overdue=true', 4],
  ['/api/x/customer-facets', 1],
  ['/api/customers/1', 1],
  ['/api/x/customers-by-id?ids=1,2,3', 1],
  ['/api/x/customer-balances?ids=1,2,3', 1],
  ['/api/services/?limit=100', 2],
  ['/api/services/?limit=100&type=product', 3],
  ['/api/services/?limit=100&search=design', 2],
  ['/api/x/services/1', 1],
  ['/api/x/service-facets', 2],
  ['/api/invoices?limit=100', 3],
  ['/api/invoices?limit=100&sort=customer_name', 3],
  ['/api/invoices?limit=100&search=payer', 4],
  // With who sends it: a version of the company, or the account where nothing was ever changed. A draft also looks for its
  // template, and at its customer for the address.
  ['/api/x/invoices/1', 6],
  ['/api/x/company', 5],
  ['/api/x/proposals?limit=100', 2],
  ['/api/x/contracts?search=payer&status=sent', 2],
  ['/api/x/meetings?limit=100&when=upcoming', 2],
  ['/api/x/invoice-totals', 1],
  ['/api/x/invoice-balances?ids=1,2,3', 1],
  ['/api/x/search?q=payer', 8],
  ['/api/x/search?q=evt_0123456789', 9],
  ['/api/x/counts', 2],
  ['/api/v1/contacts?per_page=100', 3],
  ['/api/v1/contacts?per_page=100&sort=name&search=zoe', 3],
  ['/api/v1/contacts?per_page=100&linked=false', 3],
  ['/api/x/contacts/1', 1],
  ['/api/v1/webhooks', 2],
  ['/api/x/webhooks', 2],
  ['/api/x/webhooks?state=failing', 2],
  ['/api/x/retry-schedule', 0],
]

let service: TestService
let account: TestAccount

beforeAll(async () => {
  service = await startService({}, { callersForMs: 60_000 })
  account = await service.account('Ours', { rateLimit: 1_000 })
  const { tenant } = account
  const payers = await bulkPayers(tenant)
  await addRecord(service.context, account.id, showContact)
  await addRecord(service.context, account.id, showMeetingCalendar)
  await addBulkServices(tenant, 0, 120)
  await addBulkInvoices(tenant, payers, Date.now(), 0, 120)
})
afterAll(() => service.close())

test.each(budgets)('%s takes at most %i statements', async (path, budget) => {
  const { key, token } = account
  const headers = { authorization: `Bearer ${path.startsWith('/api/v1/') ? token : key}` }
  const ask = async () => expect((await service.app.inject({ url: path, headers })).statusCode).toBe(200)
  // One more where the processes count the requests of a credential together.
  const counted = onPostgres ? 1 : 0
  expect(await statementsOf(service.context.store, ask)).toBeLessThanOrEqual(budget + counted)
})
