import { expect, openFilters, signIn, startSession, test } from './fixtures.ts'
import { makeCustomer } from './webhook-fixtures.ts'

test('a customer is assigned to a person, found by that, and its activity says so', async ({ page }) => {
  await signIn(page)
  const id = await makeCustomer(page, 'Ottilie')
  await page.goto(`/customers/${id}`)
  const assignee = page.getByRole('combobox', { name: 'Assigned to' })
  await expect(assignee).toHaveValue('')
  await assignee.selectOption('Ben Harbor')
  await expect(page.getByText('Assigned to Ben Harbor')).toBeVisible()
  await page.reload()
  await expect(assignee.getByRole('option', { name: 'Ben Harbor' })).toHaveJSProperty('selected', true)

  await page.goto('/customers')
  const panel = await openFilters(page)
  await panel.getByLabel('Assigned to').selectOption('Ben Harbor')
  await expect(page.getByText('Assigned to Ben Harbor')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ottilie Event' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Hugo Moreau' })).toBeHidden()
  await panel.getByLabel('Assigned to').selectOption('Nobody')
  await expect(page.getByText('Assigned to nobody')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ottilie Event' })).toBeHidden()
  await page.goto('/customers?assigned=999999')
  await expect(page.getByText('No matching customers')).toBeVisible()

  await page.goto(`/customers/${id}`)
  await assignee.selectOption('Nobody')
  await expect(page.getByText('Assigned to nobody')).toBeVisible()
})

test('several customers are assigned in one go', async ({ page }) => {
  await signIn(page)
  for (const name of ['Ottobert', 'Ottfried']) await makeCustomer(page, name)
  await page.goto('/customers?search=Ott Event')
  for (const name of ['Ottobert', 'Ottfried'])
    await page.getByRole('checkbox', { name: `Select ${name} Event` }).check()
  await page.getByRole('button', { name: 'Assign…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Assign 2 customers' })
  await dialog.getByRole('combobox', { name: 'Assigned to' }).selectOption('Ben Harbor')
  await page.keyboard.press('Control+Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByText('2 customers assigned')).toBeVisible()
  await page.getByRole('link', { name: 'Ottobert Event' }).click()
  await expect(page.getByText('Assigned to Ben Harbor')).toBeVisible()
})

test('an assignment that fails says so, and the customer stays with whom it was', async ({ page, watch }) => {
  await signIn(page)
  const id = await makeCustomer(page, 'Ottokar')
  await page.goto(`/customers/${id}`)
  const assignee = page.getByRole('combobox', { name: 'Assigned to' })
  await expect(assignee).toBeEnabled()
  await page.route('**/assignee', (route) => route.abort())
  watch.allow(/Failed to load resource|ERR_FAILED/)
  await assignee.selectOption('Ben Harbor')
  await expect(page.getByText('Couldn’t assign the customer')).toBeVisible()
  await expect(assignee).toHaveValue('')
})

test('people choose whether they hear of all customers or of their own', async ({ page }) => {
  await startSession(page)
  await page.goto('/settings/notifications')
  const choice = page.getByRole('combobox', { name: 'Customers' })
  const saves = () => page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok())
  const saved = saves()
  await choice.selectOption('Mine, and those assigned to nobody')
  await saved
  await page.reload()
  await expect(choice).toHaveValue('assigned')
  const reset = saves()
  await choice.selectOption('All customers')
  await reset
})
