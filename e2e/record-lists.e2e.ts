import { parse } from 'csv-parse/sync'

import { expect, exportList, signIn, test } from './fixtures.ts'

/** Each list, the heading that it's sorted by here, and the field of its file that this compares. */
const lists = [
  ['proposals', 'Proposals', 'Total', 'total_amount'],
  ['contracts', 'Contracts', 'Customer', 'customer_name'],
  ['meetings?status=past', 'Meetings', 'When', 'starts_at'],
  ['invoices/credit-notes', 'Credit notes', 'Amount', 'total_amount'],
  ['invoices/recurring', 'Recurring invoices', 'Customer', 'customer_name'],
  ['invoices/plans', 'Plans', 'Name', 'name'],
  ['invoices/subscriptions', 'Subscriptions', 'Customer', 'customer_name'],
] as const

for (const [path, title, heading, field] of lists)
  test(`${title.toLowerCase()} are sorted, selected and exported`, async ({ page }) => {
    await signIn(page)
    await page.goto(`/${path}`)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    const column = page.getByRole('columnheader', { name: heading })
    await column.getByRole('button').click()
    await expect(column).toHaveAttribute('aria-sort', /ascending|descending/)
    const isAscending = (await column.getAttribute('aria-sort')) === 'ascending'

    const all = rowsOf(await exportList(page))
    const values = all.map((row) => row[field] ?? '')
    expect(values.length).toBeGreaterThan(0)
    const order =
      field === 'total_amount' ? (a: string, b: string) => Number(a) - Number(b) : collator.compare
    const expected = values.toSorted(order)
    expect(values).toEqual(isAscending ? expected : expected.toReversed())

    await page.getByRole('row').nth(1).getByRole('checkbox').check()
    const bar = page.getByRole('region', { name: 'Selection' })
    await expect(bar.getByRole('status')).toContainText('1 ')
    const one = rowsOf(await exportList(page, bar))
    expect(one).toEqual(all.slice(0, 1))
    // What is selected stays so, whatever is searched for afterwards.
    await page.getByRole('searchbox').fill('nothing like this')
    await expect(page.getByText(`No matching ${title.toLowerCase()}`)).toBeVisible()
    expect(rowsOf(await exportList(page, bar))).toEqual(one)
    await page.keyboard.press('Escape')
    await expect(bar).toBeHidden()
  })

test('a way of looking at proposals is saved under a name, and pinned to the sidebar @main', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/proposals?status=accepted&sort=-total_amount')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save view as…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Largest accepted')
  await dialog.getByRole('checkbox', { name: 'Pin to sidebar' }).check()
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await expect(dialog).toBeHidden()
  await page.goto('/proposals')
  await page.getByRole('navigation').getByRole('link', { name: 'Largest accepted' }).click()
  await expect(page).toHaveURL(/\/proposals\?(?=.*status=accepted)(?=.*sort=-total_amount)/)
  await expect(page.getByRole('columnheader', { name: 'Total' })).toHaveAttribute('aria-sort', 'descending')
  await expect(page.getByRole('tab', { name: /Accepted/ })).toHaveAttribute('aria-selected', 'true')
})

const collator = new Intl.Collator('en', { sensitivity: 'base' })

const rowsOf = ({ text }: { readonly text: string }): Record<string, string>[] =>
  parse(text, { bom: true, columns: true })
