import type { Page } from '@playwright/test'

import type { Proposal } from '#contract/documents/documents.ts'

import { expect, expectAccessibleInBothColors, expectNoSidewaysScroll, signIn, test } from './fixtures.ts'
import { demoCustomer, send } from './portal-fixtures.ts'

const text = (page: Page, section = 1) => page.getByRole('textbox', { name: `Text, section ${section}` })
const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting, Text, section 1' }).getByRole('button', { name })

const openDraft = async (page: Page, written: string) => {
  await signIn(page)
  const { id } = await send(page, '/api/x/proposals', {
    title: 'Website',
    customer_id: await demoCustomer(page),
    currency: 'EUR',
    sections: [{ heading: 'What we offer', text: written }],
    line_items: [{ description: 'Concept', quantity: 2, unit_price: 100, discount: 0, tax_rate: 21 }],
    valid_until: null,
  })
  await page.goto(`/proposals/${id}/edit`)
  await text(page).waitFor()
  return {
    save: async () => {
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('heading', { name: 'Website', level: 1 })).toBeVisible()
      const { data } = (await (await page.request.get(`/api/x/proposals/${id}`)).json()) as { data: Proposal }
      return data.sections[0]?.text
    },
  }
}

test('text is formatted by keyboard alone, and read as it was written @main', async ({ page }) => {
  const { save } = await openDraft(page, 'We paint the hall.')
  await page.getByRole('button', { name: 'Remove section 1' }).focus()
  await page.keyboard.press('Tab')
  await expect(tool(page, 'Bold')).toBeFocused()
  // The toolbar is one stop: the arrow keys go from tool to tool.
  await page.keyboard.press('ArrowRight')
  await expect(tool(page, 'Italic')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  await expect(tool(page, 'Bold')).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Later')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(tool(page, 'Heading').first()).toHaveAttribute('aria-pressed', 'true')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('1. Walls')
  await page.keyboard.press('Enter')
  await page.keyboard.type('2 * 3 doors, C:\\new')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('We paint the hall.')).toHaveCSS('font-weight', '700')
  await expect(preview.locator('ol > li')).toHaveText(['Walls', '2 * 3 doors, C:\\new'])
  // What the lines come to is part of it.
  await expect(preview).toContainText('€242.00')
  await expectAccessibleInBothColors(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await text(page).focus()
  expect(await save()).toBe('**We paint the hall.**\n\n# Later\n\n1. Walls\n2. 2 * 3 doors, C:\\new')
  await expect(page.getByRole('article').getByRole('listitem')).toHaveText(['Walls', '2 * 3 doors, C:\\new'])
})

test('a link leads where it says, and nowhere unsafe', async ({ page }) => {
  const { save } = await openDraft(page, 'See the plan')
  await text(page).dblclick({ position: { x: 70, y: 20 } })
  const address = page.getByRole('textbox', { name: 'Web or email address' })
  await tool(page, 'Link').click()
  await expect(address).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  await tool(page, 'Link').click()
  await expect(address).toBeFocused()
  await address.fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter an address like https://example.com')).toBeVisible()
  await address.fill('example.com/plan(1)')
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  await expect(text(page).getByRole('link')).toHaveAttribute('href', 'https://example.com/plan%281%29')
  // Leaving it for another input leaves the focus there.
  await tool(page, 'Link').click()
  await expect(address).toHaveValue('https://example.com/plan%281%29')
  await expect(address).toBeFocused()
  await page.getByRole('textbox', { name: 'Title' }).click()
  await expect(address).toBeHidden()
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused()
  expect(await save()).toMatch(/\[\w+\]\(https:\/\/example\.com\/plan%281%29\)/)
})

/** Pastes into the text. */
const paste = (page: Page, type: 'text/html' | 'text/plain', content: string) =>
  text(page).evaluate(
    (element, [kind, what]) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData(kind, what)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    [type, content] as const,
  )

test('what is pasted keeps its formatting, and nothing else of a page', async ({ page }) => {
  const { save } = await openDraft(page, 'Before')
  await text(page).focus()
  await page.keyboard.press('Control+a')
  await paste(
    page,
    'text/html',
    `<h1 style="color:red" onclick="alert(1)">Scope</h1><table><tr><td>A <b>cell</b></td></tr></table>
       <ul><li>One<ul><li>Two</li></ul></li></ul><img src=x onerror=alert(1)><script>alert(1)</script>
       <p><a href="javascript:alert(1)">bad</a> <a href="https://example.com">good</a></p>
       <b style="font-weight:normal"><p>Light <span style="font-weight:700">heavy</span></p></b>`,
  )
  await expect(text(page)).toContainText('Scope')
  const saved = (await save()) ?? ''
  expect(saved).toContain('# Scope')
  expect(saved).toContain('A **cell**')
  expect(saved).toContain('- One')
  expect(saved).toContain('bad [good](https://example.com)')
  expect(saved).toContain('Light **heavy**')
  expect(saved).not.toMatch(/alert|script|style/)
})

test('plain text that is pasted is read as formatted text, within a line too', async ({ page }) => {
  const { save } = await openDraft(page, 'Before')
  await text(page).focus()
  await page.keyboard.press('Control+End')
  await paste(page, 'text/plain', ' **and** after')
  await page.keyboard.press('Enter')
  await paste(page, 'text/plain', '- Walls\n- Doors\n\nsnake_case <b>')
  expect(await save()).toBe('Before **and** after\n\n- Walls\n- Doors\n\nsnake_case <b>')
})

test('a placeholder is inserted where the caret was, and undo takes it back', async ({ page }) => {
  const { save } = await openDraft(page, 'Dear you')
  await text(page).focus()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.getByRole('button', { name: 'Insert placeholder' }).click()
  await page.getByRole('menuitem', { name: /Customer’s last name/ }).click()
  await expect(text(page)).toHaveText('Dear {{customer.last_name}}')
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Dear Kamau')
  await page.keyboard.press('Control+z')
  await expect(text(page)).toHaveText('Dear you')
  await page.keyboard.press('Control+Shift+z')
  expect(await save()).toBe('Dear {{customer.last_name}}')
})
