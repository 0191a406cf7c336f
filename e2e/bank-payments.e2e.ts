import type { Page } from '@playwright/test'

import { allowOnly, expect, signIn, startSession, test, toast } from './fixtures.ts'

interface Open {
  readonly id: number
  readonly invoice_number: string
  readonly customer_name: string
  readonly amount_due: number
}

/** Invoices in euros that somebody still has to pay, and which no payment of the demo's statement names. */
const openInvoices = (page: Page, count: number) =>
  page.evaluate(async (wanted) => {
    const read = async (path: string) => ((await (await fetch(path)).json()) as { data: never }).data
    const named = JSON.stringify(await read('/api/x/bank-payments?limit=100'))
    const rows: Open[] = await read('/api/invoices?status=outstanding&currency=EUR&limit=100&sort=id')
    const free = rows.filter(({ invoice_number }) => !named.includes(`"${invoice_number}"`)).slice(0, wanted)
    return Promise.all(free.map(({ id }): Promise<Open> => read(`/api/x/invoices/${id}`)))
  }, count)

const statusOf = (page: Page, id: number) =>
  page.evaluate(async (invoice) => {
    const answer = await fetch(`/api/x/invoices/${invoice}`)
    return ((await answer.json()) as { data: { status: string } }).data.status
  }, id)

const camt = (...payments: readonly { amount: number; text: string; payer?: string }[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>${payments
    .map(
      ({ amount, text, payer = 'Somebody' }) =>
        `<Ntry><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt>
        <NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>${payer}</Nm></Pty></Dbtr></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
    )
    .join('')}</Stmt></BkToCstmrStmt></Document>`

const mt940 = (...fields: readonly string[]) => [':20:1', ':60F:C260101EUR0,00', ...fields].join('\r\n')

async function importFile(page: Page, name: string, text: string) {
  await page.getByRole('button', { name: 'Import statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a bank statement' })
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await dialog.getByRole('button', { name: /^Import \d/ }).click()
  await expect(dialog).toBeHidden()
}

const search = async (page: Page, text: string) => {
  await page.getByRole('searchbox', { name: 'Search bank payments' }).fill(text)
  await expect(page).toHaveURL(/search=/)
}

test('a bank statement is imported once, and what matches is recorded in one go @main', async ({ page }) => {
  await signIn(page)
  const [first, second] = (await openInvoices(page, 2)) as [Open, Open]
  await page.goto('/invoices')
  await page.getByRole('link', { name: 'Bank payments', exact: true }).click()
  const text = camt(
    { amount: first.amount_due, text: `Invoice ${first.invoice_number}` },
    { amount: second.amount_due, text: second.invoice_number.replaceAll('-', ' ') },
    { amount: 7.31, text: 'Deposit' },
  )
  await importFile(page, 'january.xml', text)
  await expect(toast(page, '3 payments imported')).toBeVisible()
  await importFile(page, 'january.xml', text)
  await expect(toast(page, '0 payments imported. 3 were here already')).toBeVisible()
  await page.getByRole('button', { name: /^Record \d+ matches$/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Record \d+ payments\?$/ })
  for (const { invoice_number } of [first, second])
    await expect(dialog.getByText(invoice_number, { exact: true }).first()).toBeVisible()
  await dialog.getByRole('button', { name: /^Record \d+ payments$/ }).click()
  await expect(toast(page, 'payments recorded')).toBeVisible()
  expect(await statusOf(page, first.id)).toBe('paid')
  expect(await statusOf(page, second.id)).toBe('paid')
  await expect(page.getByRole('link', { name: 'Somebody' })).toHaveCount(1)
  await page.getByRole('tab', { name: 'Recorded' }).click()
  await expect(page.getByRole('row', { name: new RegExp(second.invoice_number) })).toBeVisible()
})

test('a table of a bank is read once its columns are right, and what nobody can read says so', async ({
  page,
}) => {
  await startSession(page)
  await page.goto('/invoices/bank')
  await page.getByRole('button', { name: 'Import statement' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import a bank statement' })
  const choose = (name: string, text: string) =>
    dialog
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('page.xml', '<html></html>')
  await expect(
    dialog.getByText('This XML file isn’t a bank statement. Export it as CAMT.053, or as CSV'),
  ).toBeVisible()
  await choose('january.sta', mt940(':61:260105C7,00NTRFNONREF', ':86:166?20SVWZ+Rent?32Zoe'))
  await expect(dialog.getByText('1 payment received on 5 Jan 2026.')).toBeVisible()
  await choose('words.csv', 'Wann;Wieviel;Wer\n03/04/2026;1.234,50;Zoe')
  await expect(dialog.getByText(/^No payment arrived in this file/)).toBeVisible()
  await dialog.getByLabel('Date', { exact: true }).selectOption('Wann')
  await dialog.getByLabel('Amount').selectOption('Wieviel')
  await dialog.getByLabel('Payer', { exact: true }).selectOption('Wer')
  await expect(dialog.getByText('1 payment received on 3 Apr 2026.')).toBeVisible()
  await dialog.getByLabel('Dates are written as').selectOption('Month, day, year')
  await expect(dialog.getByText('1 payment received on 4 Mar 2026.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 payment' }).click()
  await expect(toast(page, '1 payment imported')).toBeVisible()
  await search(page, 'zoe')
  await expect(page.getByRole('row', { name: /Zoe.*€1,234\.50/ })).toBeVisible()
  await importFile(page, 'march.sta', mt940(':61:260304C1234,50NTRFNONREF', ':86:166?20SVWZ+Rent?32Zoe T'))
  await expect(page.getByRole('row', { name: /Zoe T.*Duplicate\?/ })).toBeVisible()
  await page.getByRole('link', { name: 'Zoe T' }).click()
  await expect(page.getByRole('alert', { name: 'Maybe imported twice' })).toContainText('“words.csv” has')
  await page.getByRole('link', { name: 'a payment of the same day and amount' }).click()
  await expect(page.getByRole('heading', { name: 'Zoe', exact: true })).toBeVisible()
})

test('a payment without a match is split between invoices by keyboard, and too much is asked about', async ({
  page,
}) => {
  await signIn(page)
  const [first, second] = (await openInvoices(page, 2)) as [Open, Open]
  await page.goto('/invoices/bank')
  const amount = Number((first.amount_due + second.amount_due + 10).toFixed(2))
  await importFile(page, 'february.xml', camt({ amount, text: 'For all of it', payer: 'Solo Trader' }))
  await page.getByRole('link', { name: 'Solo Trader' }).click()
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(page.getByText('Choose an invoice')).toBeVisible()
  const choose = async (label: string, number: string) => {
    const input = page.getByRole('combobox', { name: label })
    await input.fill(number)
    await expect(page.getByRole('option', { name: new RegExp(number) })).toBeVisible()
    await input.press('ArrowDown')
    await input.press('Enter')
    await expect(input).toHaveValue(new RegExp(number))
  }
  await choose('Invoice', first.invoice_number)
  await expect(page.getByLabel('Amount (EUR)')).toHaveValue(String(first.amount_due))
  await page.getByRole('button', { name: 'Add invoice' }).press('Enter')
  await choose('Invoice 2', second.invoice_number)
  const rest = page.getByLabel('Amount 2 (EUR)')
  await expect(rest).toHaveValue(String(second.amount_due))
  await rest.fill(String(Number((second.amount_due + 10).toFixed(2))))
  await page.getByRole('button', { name: 'Record payment' }).click()
  const question = page.getByRole('checkbox', { name: /€10\.00 too much/ })
  await question.press('Space')
  await page.getByRole('button', { name: 'Record payment' }).click()
  await expect(toast(page, 'Payment recorded')).toBeVisible()
  await expect(page).toHaveURL(/\/invoices\/bank$/)
  expect([await statusOf(page, first.id), await statusOf(page, second.id)]).toEqual(['paid', 'paid'])
})

test('what pays no invoice is set aside and reopened', async ({ page }) => {
  await startSession(page)
  await page.goto('/invoices/bank')
  await page.getByRole('link', { name: 'Unknown payer' }).click()
  await page.getByRole('button', { name: 'Set aside' }).click()
  await expect(toast(page, 'Payment set aside')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Record payment' })).toBeHidden()
  await page.getByRole('button', { name: 'Reopen' }).click()
  await expect(page.getByRole('button', { name: 'Record payment' })).toBeVisible()
})

test('those who may not manage invoices see no bank payments', async ({ page }) => {
  await allowOnly(page, 'customers.manage')
  await startSession(page)
  await page.goto('/invoices/bank')
  await expect(page.getByRole('heading', { name: 'You can’t see bank payments' })).toBeVisible()
})
