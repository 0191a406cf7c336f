import { expect, signIn, test } from './fixtures.ts'

test('a dialog dims the window up to its right edge, and nothing moves when it opens', async ({ page }) => {
  await signIn(page)
  // Long enough for a scrollbar.
  await page.goto('/customers/1')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const width = page.viewportSize()?.width ?? 0
  const main = await page.getByRole('main').boundingBox()
  expect((main?.x ?? 0) + (main?.width ?? 0)).toBe(width)
  const before = await heading.boundingBox()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  const overlay = await page.locator('.mantine-Modal-overlay').boundingBox()
  expect(overlay).toMatchObject({ x: 0, width })
  expect(await heading.boundingBox()).toEqual(before)
})
