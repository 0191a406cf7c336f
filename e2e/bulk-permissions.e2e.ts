import type { Page } from '@playwright/test'

import { failInEveryWay, loseNextResponse } from './faults.ts'
import {
  expect,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  provoked,
  signIn,
  test,
} from './fixtures.ts'

const endpoint = /\/api\/x\/customer-changes$/
const names = ['Hugo Moreau', 'Isla Campbell', 'Ravi Deshmukh']

/** Opens the dialog for three customers. */
async function open(page: Page, who = names) {
  await signIn(page)
  for (const name of who) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: 'Change permissions…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change permissions of 3 customers' })
  await expect(dialog).toBeVisible()
  return { dialog, change: dialog.getByRole('button', { name: 'Change permissions' }) }
}

const permissionsOf = (page: Page, name: string): Promise<string[]> =>
  page.evaluate(async (who) => {
    const answer = await fetch(`/api/customers?page=1&limit=1&search=${encodeURIComponent(who)}`)
    const { data } = (await answer.json()) as { data: { permissions: Record<string, string> }[] }
    return Object.values(data[0]?.permissions ?? {})
  }, name)

test('permissions of several customers are granted and revoked, with a preview of who gets what @main', async ({
  page,
}) => {
  const { dialog, change } = await open(page)
  await expect(change).toBeDisabled()
  const box = (name: string) => dialog.getByRole('checkbox', { name, exact: true })
  await dialog.getByRole('radiogroup', { name: 'Presets' }).getByText('Full access').click()
  await expect(box('Edit proposals')).toBeChecked()
  // Who may not view can't edit either.
  await box('View proposals').uncheck()
  await expect(box('Edit proposals')).not.toBeChecked()
  await dialog.getByRole('radiogroup', { name: 'Presets' }).getByText('None').click()
  await box('Edit meetings').check()
  await expect(box('View meetings')).toBeChecked()
  await expect(box('All permissions for meetings')).toHaveJSProperty('indeterminate', true)
  await box('Edit meetings').press('ArrowDown')
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('meetings')
  await expectAccessibleInBothColors(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await expectAccessibleInBothColors(page)
})

test('permissions are changed once after whatever fails, and what was chosen is kept', async ({
  page,
  watch,
}) => {
  watch.allow(...provoked)
  const { dialog, change } = await open(page)
  const edit = dialog.getByRole('checkbox', { name: 'Edit contracts' })
  await expect(edit).toBeVisible()
  const isGranted = !(await edit.isChecked())
  await edit.setChecked(isGranted)
  await failInEveryWay({ page, url: endpoint, submit: () => change.click() }, async (says) => {
    await expect(dialog.getByRole('alert').filter({ hasText: says })).toBeVisible()
    await expect(edit).toBeChecked({ checked: isGranted })
  })
  await change.click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/3 customers|[12] of 3/).first()).toBeVisible()
  for (const name of names)
    await expect.poll(async () => (await permissionsOf(page, name)).includes('edit-contract')).toBe(isGranted)
})

test('a change of permissions whose reply is lost is carried out once', async ({ page, watch }) => {
  watch.allow(...provoked)
  const { dialog, change } = await open(page, ['Émile Tremblay', 'Leo Brandt', 'Rosa Delgado'])
  await dialog.getByRole('checkbox', { name: 'Delete meetings' }).check()
  await loseNextResponse(page, endpoint)
  await change.click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  // The service tells this screen too what has changed: there is nothing to repeat.
  await expect(dialog.getByRole('region', { name: 'Preview' })).toContainText('3 customers already have it')
  await expect(change).toBeDisabled()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Leo Brandt', description: 'Leo Brandt' }).click()
  await expect(page.getByText('Permissions changed')).toHaveCount(1)
})
