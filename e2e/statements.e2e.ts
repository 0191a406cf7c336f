import { chooseFrom, expect, expectAccessible, expectNoSidewaysScroll, signIn } from './fixtures.ts'
import { refused, test } from './mail-fixtures.ts'
import { demoCustomer } from './portal-fixtures.ts'

const address = 'leo@example.com'

test('a statement of account is looked at, downloaded and emailed from the customer’s page', async ({
  page,
  mail,
}) => {
  await signIn(page)
  const customer = await demoCustomer(page, 'ewan')
  await page.goto(`/customers/${customer}`)
  await chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Statement of account…')
  const dialog = page.getByRole('dialog', { name: 'Statement of account' })
  await expect(dialog.getByRole('textbox', { name: 'Period from' })).toBeFocused()
  const entries = dialog.getByRole('region', { name: 'Entries' })
  await expect(entries.getByRole('row', { name: /Invoice INV-/ }).first()).toBeVisible()
  await expect(entries.getByRole('row', { name: /Payment for INV-/ }).first()).toBeVisible()
  await expect(entries.getByRole('row', { name: /^Balance on / })).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^Statement Ewan MacLeod \d{4}-\d\d-\d\d\.pdf$/)

  await dialog.getByRole('textbox', { name: 'Period from' }).fill('1 Jun 2026')
  await page.keyboard.press('Tab')
  await expect(entries.getByRole('row', { name: /Opening balance/ })).toBeVisible()
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill(address)
  await dialog.getByRole('button', { name: 'Email statement' }).click()
  await expect(page.getByText('Statement queued')).toBeVisible()
  await expect.poll(() => mail.texts(address).length, { timeout: 30_000 }).toBe(1)
  const [email = ''] = mail.texts(address)
  expect(email).toContain('Subject: Statement of account from Harbor & Finch Studio')
  expect(email).toContain('Content-Type: application/pdf')
  await expect(page.getByText('Statement of account emailed')).toBeVisible()
})

test('a statement whose email is rejected says why, and is retried from where it was sent', async ({
  page,
}) => {
  await signIn(page)
  const customer = await demoCustomer(page, 'ewan')
  await page.goto(`/customers/${customer}`)
  const dialog = page.getByRole('dialog', { name: 'Statement of account' })
  const open = () => chooseFrom(page.getByRole('button', { name: 'More actions' }), 'Statement of account…')
  await open()
  refused.add('gone@example.com')
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('gone@example.com')
  await dialog.getByRole('button', { name: 'Email statement' }).click()
  await expect(page.getByText('Statement of account email failed')).toBeVisible()
  refused.clear()
  await open()
  const emails = dialog.getByRole('group', { name: 'Emailed before' })
  const entry = emails.getByRole('listitem').first()
  await expect(entry).toContainText('The mail server rejected the recipient (550).')
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await entry.getByRole('button', { name: 'Retry' }).click()
  await expect(entry.getByText('Sent', { exact: true })).toBeVisible()
})
