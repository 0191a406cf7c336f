import type { Page } from '@playwright/test'

import { failures, loseNextResponse, submitTwice } from './faults.ts'
import { chooseFrom, expect, provoked, startSession, test, toast } from './fixtures.ts'

const open = async (page: Page, id: number) => {
  await page.goto(`/customers/${id}`)
  await expect(page.getByRole('button', { name: 'Add a note' })).toBeVisible()
}
const note = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text })
const text = (page: Page) => page.getByRole('textbox', { name: /^(Note|Call|Email|Meeting)$/ })
const choose = async (page: Page, of: string, action: string) => {
  await chooseFrom(note(page, of).getByRole('button', { name: 'Note actions' }), action)
}
async function add(page: Page, words: string) {
  await page.getByRole('button', { name: 'Add a note' }).click()
  await text(page).fill(words)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(note(page, words)).toBeVisible()
}

test('a note is written, pinned, edited and deleted with undo @main', async ({ page }) => {
  await startSession(page)
  await open(page, 14)
  await page.keyboard.press('n')
  await page.getByText('Call', { exact: true }).first().click()
  await text(page).fill('Asks for https://example.com/samples by Friday')
  await page.keyboard.press('Control+Enter')
  await expect(toast(page, 'Note added')).toBeVisible()
  await expect(page.getByRole('link', { name: 'https://example.com/samples' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Add a note' })).toBeFocused()

  await add(page, 'A later note')
  await choose(page, 'Asks for', 'Pin to the top')
  await expect(page.getByText('Note pinned')).toBeVisible()
  await expect(page.getByRole('article').first()).toContainText('Asks for')

  await choose(page, 'A later note', 'Edit')
  await text(page).fill('A better note')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note(page, 'A better note')).toContainText('edited')

  await choose(page, 'A better note', 'Delete')
  await expect(note(page, 'A better note')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(note(page, 'A better note')).toBeVisible()
  await page.reload()
  await expect(note(page, 'A better note')).toBeVisible()
})

test('Escape closes a note without text, and keeps one that was begun', async ({ page }) => {
  await startSession(page)
  await open(page, 17)
  await page.keyboard.press('n')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text(page)).toHaveCount(0)
  await page.keyboard.press('n')
  await text(page).fill('Wants the samples by Friday')
  await page.keyboard.press('Escape')
  await expect(text(page)).toHaveValue('Wants the samples by Friday')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(text(page)).toHaveCount(0)
})

test('a due follow-up is highlighted until it is done', async ({ page }) => {
  await startSession(page)
  await open(page, 15)
  await page.getByRole('button', { name: 'Add a note' }).click()
  await text(page).fill('Ask about the order')
  await page.getByRole('textbox', { name: 'Follow up on' }).fill('01/05/2026')
  await text(page).press('Control+Enter')
  await expect(note(page, 'Ask about the order')).toContainText('Follow-up due')
  await choose(page, 'Ask about the order', 'Mark follow-up as done')
  await expect(note(page, 'Ask about the order')).not.toContainText('Follow-up')
})

test('a note whose response was lost is added once when it is resent', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await open(page, 16)
  await page.getByRole('button', { name: 'Add a note' }).click()
  await text(page).fill('Sent twice')
  await loseNextResponse(page, /\/notes$/)
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText('Can’t reach the server')).toBeVisible()
  await expect(text(page)).toHaveValue('Sent twice')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(toast(page, 'Note added')).toBeVisible()
  await expect(note(page, 'Sent twice')).toHaveCount(1)
})

test('a note that fails to be added keeps what was typed, whatever failed', async ({ page, watch }) => {
  watch.allow(...provoked)
  await startSession(page)
  await open(page, 19)
  for (const [title, answer] of Object.entries(failures)) {
    await page.getByRole('button', { name: 'Add a note' }).click()
    await text(page).fill(`After ${title}`)
    const submit = () => page.getByRole('button', { name: 'Add note' }).click()
    await submitTwice({ page, url: /\/notes$/, answer, submit, typed: text(page) })
    await expect(note(page, `After ${title}`)).toHaveCount(1)
  }
})

test('a note changed during editing shows both versions and keeps the typed text', async ({
  page,
  context,
  watch,
}) => {
  watch.allow(/412/)
  await startSession(page)
  await open(page, 17)
  await add(page, 'At first')
  await choose(page, 'At first', 'Edit')
  await text(page).fill('What I wrote')
  const second = await context.newPage()
  await open(second, 17)
  await choose(second, 'At first', 'Edit')
  await text(second).fill('What they wrote')
  await second.getByRole('button', { name: 'Save' }).click()
  await expect(note(second, 'What they wrote')).toBeVisible()

  await page.getByRole('button', { name: 'Save' }).click()
  const alert = page.getByRole('alert').filter({ hasText: 'This note was changed' })
  await expect(alert).toContainText('What they wrote')
  await expect(text(page)).toHaveValue('What I wrote')
  await alert.getByRole('button', { name: 'Keep mine' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(note(page, 'What I wrote')).toBeVisible()
})
