import type { Page } from '@playwright/test'

import type { Contract, Proposal } from '#contract/documents/documents.ts'

import { submitDespiteFailures } from './faults.ts'
import {
  allowOnly,
  expect,
  expectAccessible,
  expectAccessibleInBothColors,
  expectNoSidewaysScroll,
  hideExtensions,
  provoked,
  signIn,
  startSession,
  test,
} from './fixtures.ts'

const content = {
  title: 'Website redesign',
  currency: 'EUR',
  sections: [
    { heading: 'What we offer', text: 'We redesign **your website**:\n\n- a concept\n- twelve pages' },
    { heading: 'Schedule', text: 'We begin in two weeks.' },
  ],
  line_items: [{ description: 'Concept', quantity: 1, unit_price: 100, discount: 0, tax_rate: 21 }],
}

/** Sends a request as the person who is signed in; returns what it answers with. */
const send = <Data>(
  page: Page,
  path: string,
  body?: object,
  more: { method?: string; version?: number } = {},
) =>
  page.evaluate(
    async ([url, text, { method = 'POST', version }]) => {
      const headers = {
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(version !== undefined && { 'if-match': `"${version}"` }),
      }
      const answer = await fetch(url, { method, headers, ...(text !== undefined && { body: text }) })
      if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
      return ((await answer.json()) as { data: unknown }).data
    },
    [path, body && JSON.stringify(body), more] as const,
  ) as Promise<Data>

const customerOf = async (page: Page) => {
  const known = await page.request.get('/api/customers?page=1&limit=1&search=wanjiru')
  return ((await known.json()) as { data: { id: number }[] }).data[0]?.id ?? 0
}
const inputOf = async (page: Page) => ({ ...content, customer_id: await customerOf(page), valid_until: null })

const makeProposal = async (page: Page, more: object = {}) =>
  send<Proposal>(page, '/api/x/proposals', { ...(await inputOf(page)), ...more })
const sendProposal = ({ id, version }: Proposal, page: Page) =>
  send<Proposal>(page, `/api/x/proposals/${id}/send`, {}, { version })
const makeAccepted = async (page: Page) => {
  const sent = await sendProposal(await makeProposal(page), page)
  const answer = { name: 'Wanjiru Kamau', note: '' }
  return send<Proposal>(page, `/api/x/proposals/${sent.id}/accept`, answer, { version: sent.version })
}

const menu = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
const dialog = (page: Page) => page.getByRole('dialog')

test('a proposal is written, sent and accepted, and becomes an invoice @main', async ({ page }) => {
  await signIn(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Proposals' }).click()
  await expect(page.getByRole('heading', { name: 'Proposals', level: 1 })).toBeFocused()
  await page.keyboard.press('c')
  await expect(page.getByRole('heading', { name: 'New proposal' })).toBeVisible()
  await page.getByRole('button', { name: 'Create proposal' }).click()
  await expect(page.getByText('Choose a customer')).toBeVisible()
  await expect(page.getByText('Enter a title')).toBeVisible()
  await page.getByRole('combobox', { name: 'Customer' }).fill('wanjiru')
  await page.getByRole('option', { name: /Wanjiru/ }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('New website')
  await page.getByRole('textbox', { name: 'Heading, section 1' }).fill('What we offer')
  await page.getByRole('textbox', { name: 'Text, section 1' }).focus()
  await page.keyboard.type('We **redesign** it.')
  await page.keyboard.press('Enter')
  await page.keyboard.type('<b>No HTML</b>')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('redesign', { exact: true })).toHaveCSS('font-weight', '700')
  await expect(preview.getByText('<b>No HTML</b>')).toBeVisible()
  await page.getByRole('combobox', { name: 'Description, line 1' }).fill('Concept')
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Unit price, line 1' }).fill('250')
  await page.keyboard.press('Control+Enter')

  await expect(page.getByRole('heading', { name: 'New website', level: 1 })).toBeVisible()
  const sheet = page.getByRole('article')
  await expect(sheet).toContainText('Prepared for')
  await expect(sheet.getByRole('heading', { name: 'What we offer' })).toBeVisible()
  const attached = page.getByRole('region', { name: 'Attachments', exact: true }).last()
  const chooser = page.waitForEvent('filechooser')
  await attached.getByRole('button', { name: 'Attach files' }).click()
  await (
    await chooser
  ).setFiles([
    { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan') },
    { name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('Not this one') },
  ])
  await attached.getByRole('button', { name: 'Remove wrong.txt' }).click()
  await expect(attached.getByRole('link')).toHaveText(['plan.txt'])
  await expect(sheet).toContainText('plan.txt (8 bytes)')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Send proposal' }).click()
  await expect(page.getByRole('article', { name: /^Proposal PRO-\d{4}-\d{4}$/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Attach files' })).toBeHidden()
  const download = page.waitForEvent('download')
  await attached.getByRole('link', { name: 'plan.txt' }).click()
  expect((await download).suggestedFilename()).toBe('plan.txt')

  await page.getByRole('button', { name: 'Mark as accepted' }).click()
  const name = dialog(page).getByRole('textbox', { name: 'Accepted by' })
  await name.fill(' ')
  await dialog(page).getByRole('button', { name: 'Mark as accepted' }).click()
  await expect(dialog(page).getByText('Enter a name')).toBeVisible()
  await name.fill('Grace Kamau')
  await dialog(page).getByRole('textbox', { name: 'Note' }).fill('On the phone')
  await dialog(page).getByRole('button', { name: 'Mark as accepted' }).click()
  const answer = page.getByRole('region', { name: 'Accepted by' })
  await expect(answer).toContainText('Grace Kamau')
  await expect(answer).toContainText('On the phone')
  await expect(answer).toContainText('Recorded by Ada Finch')

  await page.getByRole('button', { name: 'Create invoice' }).click()
  await expect(page.getByRole('heading', { name: /^Invoice DRAFT-/, level: 1 })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('Concept')
  await page.goBack()
  await expect(
    page.getByRole('region', { name: 'Converted to' }).getByRole('link', { name: /^Invoice/ }),
  ).toBeVisible()
})

test('a contract comes from a proposal, is sent, signed and ended @main', async ({ page }) => {
  await signIn(page)
  const { id, number } = await makeAccepted(page)
  await page.goto(`/proposals/${id}`)
  await menu(page, 'Create contract')
  await expect(page.getByRole('article', { name: /^Contract DRAFT-/ })).toContainText(
    'We begin in two weeks.',
  )
  await expect(page.getByRole('link', { name: `Proposal ${number}` })).toBeVisible()
  await page.keyboard.press('e')
  await page.getByRole('textbox', { name: 'Starts' }).fill('2030-02-01')
  await page.getByRole('textbox', { name: 'Ends' }).fill('2030-01-01')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Choose the first day or a later one')).toBeVisible()
  await page.getByRole('textbox', { name: 'Ends' }).fill('2030-03-01')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await dialog(page).getByRole('button', { name: 'Send contract' }).click()
  await page.getByRole('button', { name: 'Mark as signed' }).click()
  await dialog(page).getByRole('textbox', { name: 'Signed by' }).fill('Grace Kamau')
  await dialog(page).getByRole('button', { name: 'Mark as signed' }).click()
  await expect(page.getByRole('region', { name: 'Signed by' })).toContainText('Grace Kamau')
  await menu(page, 'End contract')
  await dialog(page).getByRole('button', { name: 'End contract' }).click()
  await expect(page.getByRole('article')).toContainText('Ended')
})

test('converting a proposal twice asks first', async ({ page }) => {
  await signIn(page)
  const { id } = await makeAccepted(page)
  await page.goto(`/proposals/${id}`)
  await expect(page.getByRole('button', { name: 'Create invoice' })).toBeVisible()
  // Somebody else does it meanwhile.
  await send(page, `/api/x/proposals/${id}/invoice`, {})
  await expect(page.getByRole('link', { name: 'View invoice' })).toBeVisible()
  await menu(page, 'Create invoice')
  await expect(dialog(page)).toContainText('An invoice was already created')
  await dialog(page).getByRole('button', { name: 'Create another invoice' }).click()
  await expect(page.getByRole('heading', { name: /^Invoice DRAFT-/, level: 1 })).toBeVisible()
})

test('what was sent is revised, and its versions are compared @main', async ({ page }) => {
  await signIn(page)
  const { id } = await sendProposal(await makeProposal(page), page)
  await page.goto(`/proposals/${id}`)
  await menu(page, 'Revise proposal')
  await dialog(page).getByRole('button', { name: 'Revise proposal' }).click()
  await page.getByRole('textbox', { name: 'Text, section 2' }).fill('We begin in three weeks.')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(dialog(page)).toContainText('This becomes version 2')
  await dialog(page).getByRole('button', { name: 'Send proposal' }).click()
  await page.getByRole('button', { name: 'Compare with version 1' }).click()
  const changes = page.getByRole('region', { name: 'Changes' })
  await expect(changes.locator('ins')).toHaveText('three')
  await expect(changes.locator('del')).toHaveText('two')
  // What is the same is folded, and says what it says without its signs.
  await expect(changes).toContainText('6 unchanged lines')
  await expect(changes).not.toContainText('**')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'View version 1' }).click()
  await expect(page.getByRole('article')).toContainText('We begin in two weeks.')
  await page.getByRole('link', { name: 'Back to the current text' }).click()
  await expect(page.getByRole('article')).toContainText('We begin in three weeks.')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the PDF of version 1' }).click()
  expect((await saved).suggestedFilename()).toMatch(/^PRO-\d{4}-\d{4}-1\.pdf$/)
})

test('two people who change a proposal both keep their changes', async ({ page, watch }) => {
  watch.allow(/412/)
  await signIn(page)
  const { id, version } = await makeProposal(page)
  await page.goto(`/proposals/${id}/edit`)
  await page.getByRole('textbox', { name: 'Text, section 2' }).fill('We begin tomorrow.')
  const theirs = { ...(await inputOf(page)), title: 'Website relaunch' }
  await send(page, `/api/x/proposals/${id}`, theirs, { method: 'PUT', version })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('They also changed: Title')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Website relaunch', level: 1 })).toBeVisible()
  await expect(page.getByRole('article')).toContainText('We begin tomorrow.')
})

test('a proposal that fails to be saved keeps what was typed, whatever failed', async ({ page, watch }) => {
  watch.allow(...provoked)
  await signIn(page)
  const { id } = await makeProposal(page)
  await page.goto(`/proposals/${id}/edit`)
  const typed = page.getByRole('textbox', { name: 'Heading, section 1' })
  await typed.fill('Another heading')
  await page.getByRole('textbox', { name: 'Text, section 1' }).fill('After failures')
  const submit = () => page.getByRole('button', { name: 'Save' }).click()
  await submitDespiteFailures({ page, url: /\/api\/x\/proposals\/\d+$/, submit, typed })
  await expect(page.getByRole('article')).toContainText('Another headingAfter failures')
})

test('sections are added, moved and removed, and a removed one comes back', async ({ page }) => {
  await signIn(page)
  const { id } = await makeProposal(page)
  await page.goto(`/proposals/${id}/edit`)
  const heading = (position: number) => page.getByRole('textbox', { name: `Heading, section ${position}` })
  await page.getByRole('button', { name: 'Move section 1 down' }).click()
  await expect(heading(1)).toHaveValue('Schedule')
  await page.getByRole('button', { name: 'Remove section 1' }).click()
  await expect(heading(1)).toHaveValue('What we offer')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(heading(1)).toHaveValue('Schedule')
  await page.getByRole('button', { name: 'Add section' }).click()
  await expect(heading(3)).toBeFocused()
})

test('a draft is duplicated and deleted', async ({ page }) => {
  await signIn(page)
  const { id } = await makeProposal(page, { title: 'To be copied' })
  await page.goto(`/proposals/${id}`)
  await menu(page, 'Duplicate')
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('To be copied')
  await page.getByRole('link', { name: 'Cancel' }).click()
  await menu(page, 'Delete draft')
  await dialog(page).getByRole('button', { name: 'Delete draft' }).click()
  await expect(page.getByRole('heading', { name: 'Proposals', level: 1 })).toBeVisible()
})

test('the list is searched, filtered by status and customer, and walked by keyboard @main', async ({
  page,
}) => {
  await signIn(page)
  const customer = await customerOf(page)
  await makeProposal(page, { title: 'Only a draft of roofs' })
  const sent = await sendProposal(await makeProposal(page, { title: 'Sent roofs' }), page)
  await page.goto(`/proposals?customer=${customer}`)
  const list = page.getByRole('table', { name: 'Proposals' })
  await page.getByRole('searchbox', { name: 'Search proposals' }).fill('roofs')
  await expect(list.getByRole('row')).toHaveCount(3)
  await page.getByRole('tab', { name: 'Sent 1' }).click()
  await expect(page).toHaveURL(/status=sent/)
  await expect(list.getByRole('row')).toHaveCount(2)
  await page.getByRole('tab', { name: 'Expired 0' }).click()
  await expect(page.getByText('No matching proposals')).toBeVisible()
  await page.getByRole('tab', { name: 'Sent 1' }).click()
  await expect(list.getByRole('link', { name: sent.number })).toBeVisible()
  await list.focus()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Sent roofs', level: 1 })).toBeVisible()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('draft of roofs')
  await expect(page.getByRole('option', { selected: true })).toHaveText(/Only a draft of roofs.*Draft/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Only a draft of roofs', level: 1 })).toBeVisible()
})

test('every screen of proposals and contracts is accessible and fits a phone', async ({ page }) => {
  await signIn(page)
  const accepted = await makeAccepted(page)
  const draft = await makeProposal(page)
  const { id } = await send<{ id: number }>(page, `/api/x/proposals/${accepted.id}/contract`, {})
  const contract = await send<Contract>(page, `/api/x/contracts/${id}`, undefined, { method: 'GET' })
  for (const [address, name] of [
    ['/proposals', 'Proposals'],
    ['/contracts', 'Contracts'],
    [`/proposals/${accepted.id}`, accepted.title],
    [`/contracts/${id}`, contract.title],
    [`/proposals/${draft.id}/edit`, 'Edit proposal'],
    ['/contracts/new', 'New contract'],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(address)
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expectAccessibleInBothColors(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
  }
  await page.goto(`/proposals/${draft.id}`)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Send this proposal?' })).toBeVisible()
  await expectAccessibleInBothColors(page)
  await expectNoSidewaysScroll(page)
})

test('someone who may not write proposals reads them @main', async ({ page }) => {
  await signIn(page)
  const { id } = await makeProposal(page)
  await allowOnly(page, 'contacts.view')
  await page.goto(`/proposals/${id}`)
  await expect(page.getByText('You need the “Manage proposals” permission to change proposals')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toHaveCount(0)
  await page.goto('/proposals/new')
  await expect(page.getByText('You can’t create proposals')).toBeVisible()
})

test('a proposal that doesn’t exist is said to be missing', async ({ page, watch }) => {
  watch.allow(/404/)
  await startSession(page)
  await page.goto('/proposals/999999')
  await expect(page.getByRole('alert')).toContainText('Proposal not found')
  await page.getByRole('link', { name: 'Back to proposals' }).click()
  await expect(page.getByRole('heading', { name: 'Proposals', level: 1 })).toBeVisible()
})

test('a service without proposals and contracts has no entries for them', async ({ page }) => {
  await hideExtensions(page)
  await signIn(page)
  const main = page.getByRole('navigation', { name: 'Main' })
  await expect(main.getByRole('link', { name: 'Invoices' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Proposals' })).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Contracts' })).toHaveCount(0)
  await page.goto('/contracts')
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
})
