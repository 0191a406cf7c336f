import type { Page } from '@playwright/test'

import { failInEveryWay, failNextWrite, failures, loseNextResponse, recoverFromFailures } from './faults.ts'
import { expect, provoked, startSession, test } from './fixtures.ts'
import { uploadCsv } from './import-fixtures.ts'

const endpoint = /\/api\/x\/customer-imports$/
const step = (name: string) => new RegExp(`/api/x/customer-imports/\\d+/${name}$`)
const problem = (page: Page) => page.getByRole('alert').filter({ hasText: /server|wrong/i })

/** Ten customers of a company of that name. */
const fileOf = (company: string) =>
  [
    'Email,First name,Last name,Phone,Company,Source',
    ...Array.from(
      { length: 10 },
      (_, index) => `p${index}@${company}.example,Pim,No ${index},1,${company},Search`,
    ),
  ].join('\n')

const open = async (page: Page) => {
  await startSession(page)
  await page.goto('/customers/import')
}

const importsOf = (
  page: Page,
): Promise<{ file_name: string; state: string; result: { created: number } }[]> =>
  page.evaluate(async () => (await (await fetch('/api/x/customer-imports')).json()).data)

const customersAt = (page: Page, company: string): Promise<number> =>
  page.evaluate(
    async (name) => (await (await fetch(`/api/customers?limit=1&search=${name}`)).json()).meta.total,
    company,
  )

test('an import goes on after whatever fails at each of its steps, and happens once', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  const company = 'faulty'
  await open(page)

  const saysSo = (says = 'wrong') => expect(problem(page).filter({ hasText: says })).toBeVisible()
  const again = page.getByRole('button', { name: 'Try again' })
  await failNextWrite(page, endpoint, failures['a 500'])
  await uploadCsv(page, `${company}.csv`, fileOf(company))
  await saysSo()
  await failInEveryWay({ page, url: endpoint, submit: () => again.click() }, saysSo)
  await again.click()

  const check = page.getByRole('button', { name: 'Check 10 rows' })
  const name = page.getByRole('combobox', { name: 'Import Last name as' })
  await name.selectOption('Don’t import')
  await page.getByRole('textbox', { name: 'Last name' }).fill('Kept')
  await failInEveryWay({ page, url: step('check'), submit: () => check.click() }, saysSo)
  await expect(name).toHaveValue('')
  await expect(page.getByRole('textbox', { name: 'Last name' })).toHaveValue('Kept')
  await check.click()

  const start = page.getByRole('button', { name: 'Import 10 customers' })
  await expect(start).toBeVisible()
  await failInEveryWay({ page, url: step('start'), submit: () => start.click() }, saysSo)
  await start.click()
  await expect(page.getByRole('heading', { name: 'Import completed' })).toBeVisible()
  await expect(problem(page)).toBeHidden()
  expect((await importsOf(page)).filter(({ file_name }) => file_name === `${company}.csv`)).toMatchObject([
    { state: 'completed', result: { created: 10 } },
  ])
  expect(await customersAt(page, company)).toBe(10)
})

test('an upload, a check and a start whose replies are lost make one import of each customer', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  await open(page)
  await loseNextResponse(page, endpoint)
  await uploadCsv(page, 'lost.csv', fileOf('lost'))
  await page.getByRole('button', { name: 'Try again' }).click()
  await loseNextResponse(page, step('check'))
  await page.getByRole('button', { name: 'Check 10 rows' }).click()
  // The service tells every open screen, this one too: nothing has to be repeated.
  const start = page.getByRole('button', { name: 'Import 10 customers' })
  await expect(start).toBeVisible()
  await loseNextResponse(page, step('start'))
  await start.click()
  await expect(page.getByRole('heading', { name: 'Import completed' })).toBeVisible()
  await expect(problem(page)).toBeHidden()
  expect((await importsOf(page)).filter(({ file_name }) => file_name === 'lost.csv')).toMatchObject([
    { state: 'completed', result: { created: 10 } },
  ])
  expect(await customersAt(page, 'lost')).toBe(10)
})

test('an import is started once however often its button is pressed', async ({ page }) => {
  await open(page)
  await uploadCsv(page, 'twice.csv', fileOf('twice'))
  await page.getByRole('button', { name: 'Check 10 rows' }).click()
  const starts: string[] = []
  page.on('request', (request) => step('start').test(request.url()) && starts.push(request.url()))
  await page.getByRole('button', { name: 'Import 10 customers' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Import completed' })).toBeVisible()
  expect(starts).toHaveLength(1)
  expect(await customersAt(page, 'twice')).toBe(10)
})

test('an import that can’t be read is shown once it can, whatever failed', async ({ page, watch }) => {
  watch.allow(...provoked)
  await open(page)
  await uploadCsv(page, 'read.csv', fileOf('read'))
  await expect(page.getByText('read.csv has 10 rows')).toBeVisible()
  const one = /\/api\/x\/customer-imports\/\d+$/
  const isShown = () => expect(page.getByText('read.csv has 10 rows')).toBeVisible()
  await recoverFromFailures({ page, url: one, open: () => page.reload(), isShown })
})
